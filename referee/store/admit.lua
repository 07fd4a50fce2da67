-- Whether a server with these secrets may use this store; if so, the secret it uses is noted as the store's.
-- KEYS: the note.  ARGV: fingerprints of its secrets, the one in use first; none for a server without a secret
local noted = redis.call('GET', KEYS[1])
local admitted = not noted
for _, mine in ipairs(ARGV) do
  admitted = admitted or mine == noted
end
if not admitted then
  return 0
end
if ARGV[1] and ARGV[1] ~= noted then
  redis.call('SET', KEYS[1], ARGV[1])
end
return 1
