-- Matches whose time has come, the most overdue first; those that can wait after all others.
-- KEYS: the schedule.  ARGV: 1 how many, 2 what is added to the time of a match that can wait (ms)
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, ARGV[1])
local left = ARGV[1] - #due
if left > 0 then
  for _, match in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], ARGV[2], ARGV[2] + now, 'LIMIT', 0, left)) do
    due[#due + 1] = match
  end
end
return due
