"""The scripts that run inside the store: each is one atomic step.

A table's log is a stream. An entry's id is ``<epoch>-<version>``: the epoch of the owner that wrote it
and the table's version after it. An owner claims a table by an entry ``<epoch>-0`` before it loads
the table, and ids must grow, so from then on nothing of an older epoch can be appended. A bare XADD
would refuse duplicates and old epochs too, and costs the store 5 microseconds less; it does not refuse a
gap, so the script compares the last id with the one that is expected.
"""

from __future__ import annotations

from hashlib import sha1

APPENDED = 0
"""What the append scripts return when the log now ends with the entry, also when it already did."""


class Script:
    """A Lua script, called by its digest."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.digest = sha1(source.encode(), usedforsecurity=False).hexdigest()


APPEND = Script("""
-- KEYS: log. ARGV: expected last id, new id, events.
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
local at = last and last[1] or '0-0'
if at ~= ARGV[1] then
  if at == ARGV[2] and last[2][2] == ARGV[3] then return 0 end
  return at
end
redis.call('XADD', KEYS[1], ARGV[2], 'e', ARGV[3])
return 0
""")
"""Append one entry; returns APPENDED, or the id with which the log ends instead."""

_BOOK = """
local function held(account)
  local found = redis.call('HMGET', account, 'balance', 'ticks')
  return 10000 * tonumber(found[1] or '0') + tonumber(found[2] or '0')
end
local function give(account, sign, chips, ticks)
  if chips ~= '0' then redis.call('HINCRBY', account, 'balance', sign .. chips) end
  if ticks ~= '0' then
    local rest = redis.call('HINCRBY', account, 'ticks', sign .. ticks)
    local carried = math.floor(rest / 10000)
    if carried ~= 0 then
      redis.call('HINCRBY', account, 'balance', carried)
      redis.call('HINCRBY', account, 'ticks', -10000 * carried)
    end
  end
end
local function keep_coupons(coupons, arg, count)
  for i = 0, count - 1 do redis.call('HSET', coupons, ARGV[arg + 2 * i], ARGV[arg + 2 * i + 1]) end
end
local function short_of(moves, first_key, first_arg, count)
  local have = {}
  for i = 0, count - 1 do
    local source, target = KEYS[first_key + 2 * i], KEYS[first_key + 1 + 2 * i]
    local arg = first_arg + 7 * i
    if redis.call('SISMEMBER', moves, ARGV[arg]) == 0 then
      local amount = 10000 * tonumber(ARGV[arg + 1]) + tonumber(ARGV[arg + 6])
      if not have[source] then have[source] = held(source) end
      if not have[target] then have[target] = held(target) end
      if ARGV[arg + 5] == '1' and have[source] < amount then return ARGV[arg + 3] end
      have[source] = have[source] - amount
      have[target] = have[target] + amount
    end
  end
  return nil
end
local function book(moves, ledger, first_key, first_arg, count)
  for i = 0, count - 1 do
    local source, target = KEYS[first_key + 2 * i], KEYS[first_key + 1 + 2 * i]
    local arg = first_arg + 7 * i
    if redis.call('SADD', moves, ARGV[arg]) == 1 then
      local ticks = ARGV[arg + 6]
      give(source, '-', ARGV[arg + 1], ticks)
      give(target, '', ARGV[arg + 1], ticks)
      local line = {ledger, '*', 'id', ARGV[arg], 'from', ARGV[arg + 3], 'to', ARGV[arg + 4],
                    'amount', ARGV[arg + 1], 'why', ARGV[arg + 2]}
      if ticks ~= '0' then
        line[#line + 1] = 'ticks'
        line[#line + 1] = ticks
      end
      redis.call('XADD', unpack(line))
    end
  end
end
"""

APPEND_STEP = Script(
    _BOOK
    + """
-- KEYS: log, moves, ledger, coupons, source and target account of each move, then, where a hand is kept:
-- the table's hands, all hands, the list of each player.
-- ARGV: expected last id, new id, events, number of moves, number of coupons, then id, amount, reason, source, target,
-- floor, ticks of each move, number and line of each coupon, then, where a hand is kept: its number, record and name,
-- then id, reason and nets of its line in the ledger (no nets: it gets none), then game, net, marks and what
-- was wagered (empty at poker) of each player (none: the record replaces the one that is there).
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
local at = last and last[1] or '0-0'
if at ~= ARGV[1] then
  if at == ARGV[2] and last[2][2] == ARGV[3] then return 0 end
  return at
end
local count, coupons = tonumber(ARGV[4]), tonumber(ARGV[5])
local short = short_of(KEYS[2], 5, 6, count)
if short then return {'short', short} end
book(KEYS[2], KEYS[3], 5, 6, count)
local key, arg = 5 + 2 * count, 6 + 7 * count
keep_coupons(KEYS[4], arg, coupons)
arg = arg + 2 * coupons
if KEYS[key] then
  redis.call('HSET', KEYS[key], ARGV[arg], ARGV[arg + 1])
  local players = #KEYS - key - 1
  if ARGV[arg + 5] ~= '' and redis.call('SADD', KEYS[2], ARGV[arg + 3]) == 1 then
    redis.call('XADD', KEYS[3], '*', 'id', ARGV[arg + 3], 'why', ARGV[arg + 4], 'hand', ARGV[arg + 2],
               'nets', ARGV[arg + 5])
  end
  if players > 0 then redis.call('XADD', KEYS[key + 1], '*', 'h', ARGV[arg + 2]) end
  for i = 1, players do
    local line = arg + 2 + 4 * i
    local told = {KEYS[key + 1 + i], '*', 'h', ARGV[arg + 2], 'g', ARGV[line],
                  'n', ARGV[line + 1], 'm', ARGV[line + 2]}
    if ARGV[line + 3] ~= '' then
      told[#told + 1] = 'w'
      told[#told + 1] = ARGV[line + 3]
    end
    redis.call('XADD', unpack(told))
  end
end
redis.call('XADD', KEYS[1], ARGV[2], 'e', ARGV[3])
return 0
"""
)
"""Append one entry, book its moves, keep the hand that it ended and note in the ledger who won what of whom.

{'short', account} when an account cannot pay: then nothing is done.
"""

BOOK = Script(
    _BOOK
    + """
-- KEYS: moves, ledger, floor, coupons, then source and target account of each move.
-- ARGV: id of the act, its line, number of moves, number of coupons, then as above.
if redis.call('SISMEMBER', KEYS[1], ARGV[1]) == 1 then return 0 end
local count = tonumber(ARGV[3])
local short = short_of(KEYS[1], 5, 5, count)
if short then return {'short', short} end
redis.call('SADD', KEYS[1], ARGV[1])
book(KEYS[1], KEYS[2], 5, 5, count)
keep_coupons(KEYS[4], 5 + 7 * count, tonumber(ARGV[4]))
redis.call('XADD', KEYS[3], '*', 'a', ARGV[2])
return 0
"""
)
"""Note an act of the floor and book its moves, once; {'short', account} as above."""

CLAIM = Script("""
-- KEYS: log. ARGV: epoch, owner.
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
if last and tonumber(string.match(last[1], '^%d+')) >= tonumber(ARGV[1]) then return last[1] end
redis.call('XADD', KEYS[1], ARGV[1] .. '-0', 'c', ARGV[2])
return 0
""")
"""Claim a table for an epoch; returns 0, or the last id when the epoch is not higher."""

SNAPSHOT = Script("""
-- KEYS: log, snapshot. ARGV: expected last id, id of the state's place, state, first id of the log to keep.
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
if not last or last[1] ~= ARGV[1] then return last and last[1] or '0-0' end
redis.call('HSET', KEYS[2], 'at', ARGV[2], 'state', ARGV[3])
redis.call('XTRIM', KEYS[1], 'MINID', '~', ARGV[4])
return 0
""")
"""Store a table's state and drop the log before what is to be kept; returns 0, or the log's last id.

Only who knows the log's end may: a state that is ahead of a log that went back would have it dropped.
"""

OPEN_ACCOUNT = Script("""
-- KEYS: account, cage, moves, ledger, names.
-- ARGV: name, salt, hash, cost, created, bot, grant, move id, account key, cage's key, skeleton.
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
local alike = redis.call('HGET', KEYS[5], ARGV[11])
if alike and alike ~= ARGV[9] then return 0 end
redis.call('HSET', KEYS[5], ARGV[11], ARGV[9])
redis.call('HSET', KEYS[1], 'name', ARGV[1], 'salt', ARGV[2], 'hash', ARGV[3], 'cost', ARGV[4],
           'created_ms', ARGV[5], 'bot', ARGV[6], 'balance', 0)
if tonumber(ARGV[7]) > 0 and redis.call('SADD', KEYS[3], ARGV[8]) == 1 then
  redis.call('HINCRBY', KEYS[2], 'balance', '-' .. ARGV[7])
  redis.call('HINCRBY', KEYS[1], 'balance', ARGV[7])
  redis.call('XADD', KEYS[4], '*', 'id', ARGV[8], 'from', ARGV[10], 'to', ARGV[9],
             'amount', ARGV[7], 'why', 'grant')
end
return 1
""")
"""Open an account with its first grant; returns 0 when somebody has it, or one that looks alike."""

TAKE_LEASE = Script("""
-- KEYS: owner. ARGV: my name, milliseconds.
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return holder end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return holder and 0 or 1
""")
"""Take or renew the owner's lease; returns 0 when it was ours, 1 when nobody's, or who holds it."""

RENEWED = 0

GIVE_LEASE = Script("""
-- KEYS: owner. ARGV: my name.
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 0
""")

ALL = (APPEND, APPEND_STEP, BOOK, CLAIM, SNAPSHOT, OPEN_ACCOUNT, TAKE_LEASE, GIVE_LEASE)
"""Every script; a store forgets scripts when it restarts, so they are loaded on each connection."""
