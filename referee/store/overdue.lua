-- How many matches that somebody waits for should have been looked at by now, and for how many ms the first of them has.
-- KEYS: the schedule.  ARGV: 1 the most that are counted
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local first = redis.call('ZRANGEBYSCORE', KEYS[1], 0, now, 'WITHSCORES', 'LIMIT', 0, 1)
if #first == 0 then
  return {0, 0}
end
return {#redis.call('ZRANGEBYSCORE', KEYS[1], 0, now, 'LIMIT', 0, ARGV[1]), now - math.floor(tonumber(first[2]))}
