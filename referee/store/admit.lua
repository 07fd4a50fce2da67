-- Whether a server with these secrets may use this store; if so, the secret it uses is noted as the store's.
-- KEYS: the note.  ARGV: 1 '1' to note only where there is no note, 2… fingerprints of its secrets, the one in use
-- first; none for a server without a secret
local noted = redis.call('GET', KEYS[1])
local admitted = not noted
for place = 2, #ARGV do
  admitted = admitted or ARGV[place] == noted
end
if not admitted then
  return 0
end
if ARGV[2] and ARGV[2] ~= noted and not (noted and ARGV[1] == '1') then
  redis.call('SET', KEYS[1], ARGV[2])
end
return 1
