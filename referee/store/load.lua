-- A match as it stands, in one snapshot.
-- KEYS: match, seed, keys, mark.  ARGV: 1 '1' to bring the seed, 2 idempotency key ('' none)
local found = redis.call('HMGET', KEYS[1], 'v', 'r', 'n', 'd', 'h', 's')
local seed, answered, mark = false, false, 0
if ARGV[1] == '1' then
  seed = redis.call('GET', KEYS[2])
end
if ARGV[2] ~= '' then
  answered = redis.call('HGET', KEYS[3], ARGV[2])
end
if not found[1] then
  mark = redis.call('EXISTS', KEYS[4])
end
return {redis.call('TIME'), found, seed, answered, mark}
