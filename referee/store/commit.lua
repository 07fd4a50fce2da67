-- The atomic commit: everything is checked, then everything is written.
-- KEYS: match, events, seed, keys, mark (all of one match, so in one Cluster slot)
-- ARGV: 1 request id, 2 expected version, 3 expected revision ('-1': the match must not exist), 4 version,
--       5 revision, 6 events in the log afterwards, 7 deadline, 8 head ('' keeps it), 9 state,
--       10 idempotency key ('' none), 11 what it remembers, 12 seed ('' none), 13 before (ms; '0' none),
--       14 ttl (ms), 15 ttl of the mark (ms), 16 wake-up channel, 17 match, 18… events
local now = redis.call('HMGET', KEYS[1], 'v', 'r', 'n', 'q')
local count, kept = tonumber(now[3] or '0'), redis.call('LLEN', KEYS[2])
redis.call('HLEN', KEYS[4]) -- of another type, it fails here and not after the first write

local recent = now[4] or ''
if string.find(recent, ARGV[1], 1, true) then
  return {'done'} -- this very request was applied, only its answer was lost
end
if ARGV[10] ~= '' then
  local answered = redis.call('HGET', KEYS[4], ARGV[10])
  if answered then
    return {'replayed', answered}
  end
end
if ARGV[2] == '-1' then
  if now[1] then
    return {'conflict'}
  end
  if redis.call('EXISTS', KEYS[5]) == 1 then
    return {'gone'} -- it was deleted meanwhile: a late creation must not bring it back
  end
else
  if not now[1] then
    return {'gone'}
  end
  if now[1] ~= ARGV[2] or now[2] ~= ARGV[3] then
    return {'conflict'}
  end
end
if now[1] and (not count or kept ~= count + 1) then
  return redis.error_reply('DAMAGED the log has lost events')
end
if count + #ARGV - 17 ~= tonumber(ARGV[6]) then
  return redis.error_reply('DAMAGED the number of events does not add up')
end
if ARGV[13] ~= '0' then
  local time = redis.call('TIME')
  if time[1] * 1000 + math.floor(time[2] / 1000) >= tonumber(ARGV[13]) then
    return {'late'}
  end
end

-- what the user may not do must fail here: a script that fails half-way has written its first half
local needed = {
  {'HSET', KEYS[1], 'v', ''}, {'HSET', KEYS[4], '', ''}, {'RPUSH', KEYS[2], ''}, {'SET', KEYS[3], ''},
  {'SET', KEYS[5], ''}, {'PEXPIRE', KEYS[1], '1'}, {'HINCRBY', KEYS[1], 'k', '1'}, {'HDEL', KEYS[4], ''},
}
if redis.acl_check_cmd then
  for _, command in ipairs(needed) do
    if not redis.acl_check_cmd(unpack(command)) then
      return redis.error_reply('NOPERM no permissions to run ' .. command[1])
    end
  end
end

-- the ids of the latest 16 requests, 8 bytes each
recent = string.sub(recent .. ARGV[1], -128)
redis.call('HSET', KEYS[1], 'v', ARGV[4], 'r', ARGV[5], 'n', ARGV[6], 'd', ARGV[7], 's', ARGV[9], 'q', recent)
if ARGV[8] ~= '' then
  redis.call('HSET', KEYS[1], 'h', ARGV[8])
end
if not now[1] then
  -- every key of a match exists from the first commit on: while a Cluster moves a slot, a script is served only
  -- where all its keys are; so event n also stands at index n
  redis.call('RPUSH', KEYS[2], '')
  redis.call('HSET', KEYS[4], '', '')
end
for first = 18, #ARGV, 1000 do
  redis.call('RPUSH', KEYS[2], unpack(ARGV, first, math.min(first + 999, #ARGV)))
end
if ARGV[12] ~= '' then
  redis.call('SET', KEYS[3], ARGV[12])
end
if ARGV[10] ~= '' and ARGV[2] == '-1' then
  redis.call('HSET', KEYS[4], ARGV[10], ARGV[11]) -- a creation is answered again whatever came after it
elseif ARGV[10] ~= '' then
  -- numbered, so that the oldest can go: names of keys have 16 bytes, numbers fewer
  local number = redis.call('HINCRBY', KEYS[1], 'k', 1)
  local oldest = '#' .. (number - 1000)
  local name = redis.call('HGET', KEYS[4], oldest)
  if name then
    redis.call('HDEL', KEYS[4], oldest, name)
  end
  redis.call('HSET', KEYS[4], ARGV[10], ARGV[11], '#' .. number, ARGV[10])
end
redis.call('PEXPIRE', KEYS[1], ARGV[14])
redis.call('PEXPIRE', KEYS[2], ARGV[14])
redis.call('PEXPIRE', KEYS[3], ARGV[14])
redis.call('PEXPIRE', KEYS[4], ARGV[14])
redis.call('SET', KEYS[5], '', 'PX', ARGV[15])
redis.pcall('PUBLISH', ARGV[16], ARGV[17]) -- a wake-up that fails must not make a commit look failed
return {'done'}
