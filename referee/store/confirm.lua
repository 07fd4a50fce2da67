-- Write something, so that waiting for replicas means that they have all that came before.
-- KEYS: match
if redis.call('EXISTS', KEYS[1]) == 1 then
  redis.call('HINCRBY', KEYS[1], 'c', 1)
end
return 1
