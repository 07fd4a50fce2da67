-- Remove a match and leave a mark that it was there.
-- KEYS: match, events, seed, keys, mark.  ARGV: 1 ttl of the mark (ms), 2 wake-up channel, 3 match
local there = redis.call('EXISTS', KEYS[1])
if redis.acl_check_cmd and not redis.acl_check_cmd('SET', KEYS[5], '') then
  return redis.error_reply('NOPERM no permissions to run SET')
end
-- first, since memory that is full allows it, and whatever comes after it
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3], KEYS[4])
if there == 1 then
  redis.call('SET', KEYS[5], '', 'PX', ARGV[1])
  redis.pcall('PUBLISH', ARGV[2], ARGV[3])
end
return there
