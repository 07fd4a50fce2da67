-- Matches whose time has come, the most overdue first.  KEYS: the schedule.  ARGV: 1 how many
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
return redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, ARGV[1])
