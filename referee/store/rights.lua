-- What this user may not do of all that a referee does.  ARGV: channel.  No KEYS: it is asked of every node.
-- WAIT is needed only where it is used.
local match, kept = 'referee:{rights}:match', 'referee:kept:rights'
local needed = {
  {'HMGET', match, 'v'}, {'HGET', match, 'v'}, {'HLEN', match}, {'HSET', match, 'v', ''},
  {'HINCRBY', match, 'c', '1'}, {'HDEL', match, ''}, {'EXISTS', match}, {'DEL', match}, {'PEXPIRE', match, '1'},
  {'RPUSH', match, ''}, {'LLEN', match}, {'LRANGE', match, '0', '1'},
  {'GET', kept}, {'SET', kept, ''}, {'GETEX', kept},
  {'ZADD', 'referee:due', '1', ''}, {'ZREM', 'referee:due', ''}, {'ZRANGEBYSCORE', 'referee:due', '0', '1'},
  {'TIME'}, {'PING'}, {'PUBLISH', ARGV[1], ''}, {'SUBSCRIBE', ARGV[1]},
}
local lacking = {}
for _, command in ipairs(needed) do
  if not redis.acl_check_cmd(unpack(command)) then
    table.insert(lacking, command[1] .. ' ' .. (command[2] or ''))
  end
end
return lacking
