-- Count in a window that begins with the first count.  KEYS: the counter.  ARGV: 1 how much, 0 to look only,
-- 2 length of the window (ms); returns the count and the ms until the window ends
local now = redis.call('TIME')
local ms = now[1] * 1000 + math.floor(now[2] / 1000)
if ARGV[1] == '0' then
  local seen = redis.call('HMGET', KEYS[1], 'n', 'until')
  return {tonumber(seen[1] or 0), math.max(0, tonumber(seen[2] or ms) - ms)}
end
local count = redis.call('HINCRBY', KEYS[1], 'n', ARGV[1])
if count == tonumber(ARGV[1]) then
  redis.call('HSET', KEYS[1], 'until', string.format('%.0f', ms + ARGV[2]))
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return {count, math.max(0, tonumber(redis.call('HGET', KEYS[1], 'until')) - ms)}
