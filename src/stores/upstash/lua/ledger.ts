// The ledger of a tenant: reservations and bookings. core/store.ts has their invariants. The keys of a tenant have another hash
// tag than those of a thread, so these are scripts of their own, which go into the request of a begin or a commit.

import { BOOKING_MS, FREED_AT_ONCE, LIFETIMES, RESERVED_DAY_MS } from "../../../core/store/limits.ts";
import { AMOUNTS } from "../../../core/store/ledger.ts";
import { LEDGER_FIELD, LEDGER_MEMBER } from "../layout.ts";
import { CHECKS } from "./functions.ts";
import { defineScript, quoteNames } from "./script.ts";

const F = quoteNames(LEDGER_FIELD);
const M = quoteNames(LEDGER_MEMBER);

/**
 * Amounts are five numbers with blanks between. A reservation is kept as its amounts, then each account with its length in
 * bytes, as in `1 0 500 20 30 1:t4:ubob`.
 *
 * sums(field): the amounts of a field, zeros for none, with what was added. add(field, amounts, sign): adds to them. free(id):
 * frees what a reservation holds. save() writes the sums of these three: nothing is written before it, and a field leaves with
 * its last amount.
 */
const SUMS = `
local kept, changed, freed = {}, {}, {}
local function numbers(text)
  local out = {}
  for word in string.gmatch(text or '', '%S+') do
    local number = tonumber(word)
    if not number or number - number ~= 0 then corrupt('ledger') end
    out[#out + 1] = number
  end
  for i = #out + 1, ${AMOUNTS.length} do out[i] = 0 end
  return out
end
local function sums(field)
  if not kept[field] then kept[field] = numbers(redis.call('HGET', K.day, field)) end
  return kept[field]
end
local function add(field, amounts, sign)
  local all = sums(field)
  for i, amount in ipairs(amounts) do all[i] = math.max(0, all[i] + sign * amount) end
  changed[field] = true
end
local function free(id)
  local field = ${F.reservation} .. id
  local record = not freed[field] and redis.call('HGET', K.day, field)
  if not record then return end
  freed[field] = true
  local amounts, place = string.match(record, '^(${AMOUNTS.map(() => "%d+").join(" ")}) ()')
  if not amounts then corrupt('ledger') end
  amounts = numbers(amounts)
  while place <= #record do
    local length, first = string.match(record, '^(%d+):()', place)
    if not length then corrupt('ledger') end
    place = first + tonumber(length)
    add(${F.held} .. string.sub(record, first, place - 1), amounts, -1)
  end
end
local function save()
  for field in pairs(freed) do redis.call('HDEL', K.day, field) end
  for field in pairs(changed) do
    local words, some = {}, false
    for i, sum in ipairs(kept[field]) do words[i], some = string.format('%.17g', sum), some or sum > 0 end
    if some then redis.call('HSET', K.day, field, table.concat(words, ' '))
    else redis.call('HDEL', K.day, field) end
  end
end
`;

/**
 * Holds amounts. More arguments: for each account its limits, each a number or nothing, and its name, as in `,,1000,5000, t`.
 *
 * Answers 1, or the places of the account and the amount that refuse, what is used and what is held of it. The requested amount is compared
 * with the amount that is left: a sum might pass 2^53 and lose its last digit, and differences are exact.
 */
export const RESERVE = defineScript({
  name: "reserve",
  keys: ["day", "live"],
  numbers: ["now", "heldMs", ...AMOUNTS], // heldMs counts from now
  texts: ["id"],
  uses: [CHECKS, SUMS],
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
    local used, held = sums(${F.used} .. account.name), sums(${F.held} .. account.name)
    local i = 0
    for word in string.gmatch(account.limits .. ',', '([^,]*),') do
      i = i + 1
      local limit = tonumber(word)
      if limit and asked[i] > limit - used[i] - held[i] then
        return {place, i, string.format('%.17g', used[i]), string.format('%.17g', held[i])}
      end
    end
  end
end
local expired = {}
local function freeExpired()
  local more = redis.call('ZRANGEBYSCORE', K.live, '(0', N.now, 'LIMIT', #expired, ${FREED_AT_ONCE})
  for _, name in ipairs(more) do
    free(string.sub(name, 2))
    expired[#expired + 1] = name
  end
  return #more > 0
end

local lifetime = redis.call('PTTL', K.day)
freeExpired()
local refused = refusal()
while refused and freeExpired() do refused = refusal() end
local words, record = {}, nil
for i, amount in ipairs(asked) do words[i] = string.format('%.17g', amount) end
record = table.concat(words, ' ') .. ' '
for _, account in ipairs(accounts) do
  if not refused then add(${F.held} .. account.name, asked, 1) end
  record = record .. #account.name .. ':' .. account.name
end

save()
for first = 1, #expired, 1000 do
  redis.call('ZREM', K.live, unpack(expired, first, math.min(first + 999, #expired)))
end
if refused then return refused end
redis.call('HSET', K.day, ${F.reservation} .. T.id, record)
redis.call('ZADD', K.live, N.now + N.heldMs, member)
if lifetime < 0 then redis.call('PEXPIRE', K.day, ${RESERVED_DAY_MS}) end
redis.call('PEXPIRE', K.live, ${RESERVED_DAY_MS})
return 1
`,
});

/**
 * Books amounts and counts, and ends reservations. More arguments: the accounts, then the reservations; an empty one has the
 * booking's id. `counts` are words: `**` and the group of those behind it; a name, which adds 1; or a name, `*` and a number. ledger.ts
 * beside this folder packs them. In `live`, what has ended has a negative score: until when it is recognised.
 *
 * Answers 1, or 0 when it was booked before.
 */
export const BOOK = defineScript({
  name: "book",
  keys: ["day", "live"],
  numbers: ["now", "ledgerMs", "accounts", ...AMOUNTS], // ledgerMs is 0 for the default
  texts: ["id"],
  optionalTexts: ["counts"],
  uses: [CHECKS, SUMS],
  body: `
local booked, amounts = ${M.booking} .. T.id, {${AMOUNTS.map((name) => `N.${name}`).join(", ")}}
if redis.call('ZSCORE', K.live, booked) then return 0 end
local reservations = moreArgs + N.accounts
if ${AMOUNTS.map((name) => `N.${name}`).join(" + ")} > 0 then
  for i = moreArgs, reservations - 1 do add(${F.used} .. ARGV[i], amounts, 1) end
end
local counts, group = {}, nil
local function unescape(word)
  return (string.gsub(word, '%%(%x%x)', function(hex) return string.char(tonumber(hex, 16)) end))
end
if T.counts then
  for word in string.gmatch(T.counts, '%S+') do
    local named = string.match(word, '^%*%*(.*)$')
    if named then
      group = ${F.count} .. unescape(named) .. '|'
    else
      local name, times = string.match(word, '^([^*]*)%*?(%d*)$')
      local field = group .. unescape(name)
      local known = redis.call('HGET', K.day, field)
      counts[#counts + 1] = {field = field, times = times == '' and 1 or times}
      if known and (#known > 17 or not string.match(known, '^%-?%d+$')) then corrupt('ledger') end
    end
  end
end

local last = -(N.now + ${BOOKING_MS})
local ended = {last, booked}
for i = reservations, #ARGV do
  local id = ARGV[i] == '' and T.id or ARGV[i]
  free(id)
  ended[#ended + 1] = last
  ended[#ended + 1] = ${M.reservation} .. id
end
local old = redis.call('ZRANGEBYSCORE', K.live, -N.now, '(0', 'LIMIT', 0, ${FREED_AT_ONCE})

save()
for _, count in ipairs(counts) do redis.call('HINCRBY', K.day, count.field, count.times) end
if #old > 0 then redis.call('ZREM', K.live, unpack(old)) end
redis.call('ZADD', K.live, unpack(ended))
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
  uses: [CHECKS, SUMS],
  body: `
local member = ${M.reservation} .. T.id
if tonumber(redis.call('ZSCORE', K.live, member) or 0) <= 0 then return 0 end
free(T.id)
save()
redis.call('ZREM', K.live, member)
return 1
`,
});
