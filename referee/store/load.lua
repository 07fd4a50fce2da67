-- A match as it stands, in one snapshot.
-- KEYS: match, seed, keys.  ARGV: 1 '1' to bring the seed, 2 idempotency key ('' none)
local found = redis.call('HMGET', KEYS[1], 'v', 'r', 'n', 'd', 'h', 's')
local seed, answered = false, false
if ARGV[1] == '1' then
  seed = redis.call('GET', KEYS[2])
end
if ARGV[2] ~= '' then
  answered = redis.call('HGET', KEYS[3], ARGV[2])
end
return {redis.call('TIME'), found, seed, answered}
