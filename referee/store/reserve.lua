-- Keep a value unless one is kept; return what is kept.  KEYS: the name.  ARGV: 1 value, 2 ttl (ms)
local kept = redis.call('GET', KEYS[1])
if kept then
  return kept
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return ARGV[1]
