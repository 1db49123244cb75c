// The ledger of a tenant: reservations and bookings. core/store.ts has their invariants. The keys of a tenant have another hash
// tag than those of a thread, so these are scripts of their own, which go into the request of a begin or a commit.

import { BOOKING_MS, FREED_AT_ONCE, LIFETIMES, RESERVED_DAY_MS } from "../../../core/store/limits.ts";
import { AMOUNTS } from "../../../core/store/ledger.ts";
import { LEDGER_FIELD, LEDGER_MEMBER } from "../layout.ts";
import { defineScript, quoted } from "./script.ts";

const F = quoted(LEDGER_FIELD);
const M = quoted(LEDGER_MEMBER);

/**
 * Amounts are five numbers with blanks between. A reservation is kept as its amounts, then each account with its length in
 * bytes, as in `1 0 500 20 30 1:t4:ubob`.
 *
 * numbers(text): the amounts, zeros for none. add(field, amounts, sign): adds them to those of a field, which leaves with its last
 * amount. free(id): frees what a reservation holds.
 */
const SUMS = `
local function numbers(text)
  local out, word = {}, string.gmatch(text or '', '%S+')
  for i = 1, ${AMOUNTS.length} do out[i] = tonumber(word() or 0) end
  return out
end
local function add(field, amounts, sign)
  local sums, some = numbers(redis.call('HGET', K.day, field)), false
  for i, amount in ipairs(amounts) do
    local sum = math.max(0, sums[i] + sign * amount)
    some = some or sum > 0
    sums[i] = string.format('%.17g', sum)
  end
  if some then redis.call('HSET', K.day, field, table.concat(sums, ' '))
  else redis.call('HDEL', K.day, field) end
end
local function free(id)
  local record = redis.call('HGET', K.day, ${F.reservation} .. id)
  if not record then return end
  redis.call('HDEL', K.day, ${F.reservation} .. id)
  local amounts, place = string.match(record, '^(${AMOUNTS.map(() => "%d+").join(" ")}) ()')
  amounts = numbers(amounts)
  while place <= #record do
    local length, first = string.match(record, '^(%d+):()', place)
    place = first + tonumber(length)
    add(${F.held} .. string.sub(record, first, place - 1), amounts, -1)
  end
end
`;

/**
 * Holds amounts. More arguments: for each account its limits, each a number or nothing, and its name, as in `,,1000,5000, t`.
 *
 * Answers 1, or the places of the account and the amount that refuse, what is used and what is held of it.
 */
export const RESERVE = defineScript({
  name: "reserve",
  keys: ["day", "live"],
  numbers: ["now", "heldMs", ...AMOUNTS], // heldMs counts from now
  texts: ["id"],
  uses: [SUMS],
  sha1: "4f905a5dcd2edfd0575d491007ebcbf2d2b99ac1",
  lockingSha1: "29848cb32ce07fbf8cb50c3e9b2812c863d10e1e",
  body: `
local member, asked = ${M.reservation} .. T.id, {${AMOUNTS.map((name) => `N.${name}`).join(", ")}}
if redis.call('ZSCORE', K.live, member) then return 1 end

local accounts = {}
for i = moreArgs, #ARGV do
  local limits, name = string.match(ARGV[i], '^(%S+) (.*)$')
  accounts[#accounts + 1] = {limits = limits, name = name}
end
local function refusal()
  for place, account in ipairs(accounts) do
    local used = numbers(redis.call('HGET', K.day, ${F.used} .. account.name))
    local held = numbers(redis.call('HGET', K.day, ${F.held} .. account.name))
    local i = 0
    for word in string.gmatch(account.limits .. ',', '([^,]*),') do
      i = i + 1
      local limit = tonumber(word)
      -- a sum might pass 2^53 and lose its last digit; differences are exact
      if limit and asked[i] > limit - used[i] - held[i] then
        return {place, i, string.format('%.17g', used[i]), string.format('%.17g', held[i])}
      end
    end
  end
end
local function freeExpired()
  local expired = redis.call('ZRANGEBYSCORE', K.live, '(0', N.now, 'LIMIT', 0, ${FREED_AT_ONCE})
  if #expired == 0 then return false end
  for _, name in ipairs(expired) do free(string.sub(name, 2)) end
  redis.call('ZREM', K.live, unpack(expired))
  return true
end

freeExpired()
local refused = refusal()
while refused and freeExpired() do refused = refusal() end
if refused then return refused end
local words = {}
for i, amount in ipairs(asked) do words[i] = string.format('%.17g', amount) end
local record = table.concat(words, ' ') .. ' '
for _, account in ipairs(accounts) do
  add(${F.held} .. account.name, asked, 1)
  record = record .. #account.name .. ':' .. account.name
end
redis.call('HSET', K.day, ${F.reservation} .. T.id, record)
redis.call('ZADD', K.live, N.now + N.heldMs, member)
if redis.call('PTTL', K.day) < 0 then redis.call('PEXPIRE', K.day, ${RESERVED_DAY_MS}) end
redis.call('PEXPIRE', K.live, ${RESERVED_DAY_MS})
return 1
`,
});

/**
 * Books amounts and counts, and ends reservations. More arguments: the accounts, then the reservations; an empty one has the
 * booking's id. `counts` are words: a name, which adds 1, or a name, `*` and a number; ledger.ts beside this folder packs them.
 *
 * Answers 1, or 0 when it was booked before.
 */
export const BOOK = defineScript({
  name: "book",
  keys: ["day", "live"],
  numbers: ["now", "ledgerMs", "accounts", ...AMOUNTS], // ledgerMs is 0 for the default
  texts: ["id"],
  optionalTexts: ["group", "counts"],
  uses: [SUMS],
  sha1: "877059667b7a88e3df72d8e921666e02e15901f3",
  lockingSha1: "2e95259c3bca13e08a41fba60283e3ef67e1d31d",
  body: `
local booked, amounts = ${M.booking} .. T.id, {${AMOUNTS.map((name) => `N.${name}`).join(", ")}}
if redis.call('ZSCORE', K.live, booked) then return 0 end
local reservations = moreArgs + N.accounts
if ${AMOUNTS.map((name) => `N.${name}`).join(" + ")} > 0 then
  for i = moreArgs, reservations - 1 do add(${F.used} .. ARGV[i], amounts, 1) end
end
if T.counts then
  for word in string.gmatch(T.counts, '%S+') do
    local name, added = string.match(word, '^([^*]*)%*?(%d*)$')
    name = string.gsub(name, '%%(%x%x)', function(hex) return string.char(tonumber(hex, 16)) end)
    redis.call('HINCRBY', K.day, ${F.count} .. T.group .. '|' .. name, added == '' and 1 or added)
  end
end

-- What has ended has a negative score: until when it is recognised.
local last = -(N.now + ${BOOKING_MS})
local ended = {last, booked}
for i = reservations, #ARGV do
  local id = ARGV[i] == '' and T.id or ARGV[i]
  free(id)
  ended[#ended + 1] = last
  ended[#ended + 1] = ${M.reservation} .. id
end
redis.call('ZADD', K.live, unpack(ended))
local old = redis.call('ZRANGEBYSCORE', K.live, -N.now, '(0', 'LIMIT', 0, ${FREED_AT_ONCE})
if #old > 0 then redis.call('ZREM', K.live, unpack(old)) end
redis.call('PEXPIRE', K.live, ${RESERVED_DAY_MS})
redis.call('PEXPIRE', K.day, N.ledgerMs > 0 and N.ledgerMs or ${LIFETIMES.ledgerMs})
return 1
`,
});

/** Undoes a reservation whose begin did not begin: the same id may reserve again. One that has ended stays so. */
export const RELEASE = defineScript({
  name: "release",
  keys: ["day", "live"],
  texts: ["id"],
  uses: [SUMS],
  sha1: "f6680b66731040ca46650bc8347de69077626794",
  lockingSha1: "b78b6aa507d0fd9b055d6ac24e6f2bc2750b07e4",
  body: `
local member = ${M.reservation} .. T.id
if tonumber(redis.call('ZSCORE', K.live, member) or 0) <= 0 then return 0 end
free(T.id)
redis.call('ZREM', K.live, member)
return 1
`,
});
