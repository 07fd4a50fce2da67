-- Remove a match and leave a mark that it was there.
-- KEYS: match, events, seed, keys, mark.  ARGV: 1 ttl of the mark (ms), 2 wake-up channel, 3 match
local there = redis.call('EXISTS', KEYS[1])
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3], KEYS[4])
if there == 1 then
  redis.call('SET', KEYS[5], '', 'PX', ARGV[1])
  redis.call('PUBLISH', ARGV[2], ARGV[3])
end
return there
