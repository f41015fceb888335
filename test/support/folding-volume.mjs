// A file system whose names ignore case, as drives of Windows do where WSL shows them: mounted with FUSE in a mount
// namespace of its own. `unshare -Urm node folding-volume.mjs <files> <mount point> <command> …` runs the command while it
// is there, and ends as it did. The kernel keeps one entry per spelling, as for such drives.
import { spawn, spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'

const [files, mountPoint, ...command] = process.argv.slice(2)
const device = fs.openSync('/dev/fuse', 'r+')
const options = `fd=3,rootmode=40000,user_id=${process.getuid()},group_id=${process.getgid()}`
const mounted = spawnSync('mount', ['-i', '-t', 'fuse', '-o', options, 'folding', mountPoint], {
  stdio: ['ignore', 'inherit', 'inherit', device],
})
if (mounted.status !== 0) process.exit(125)
const status = join(files, '..', 'status')
const script = '"$@"; echo $? > "$STATUS"; cd /; umount -l "$MOUNT"'
spawn('sh', ['-c', script, 'sh', ...command], {
  stdio: 'inherit',
  env: { ...process.env, STATUS: status, MOUNT: mountPoint },
})

const nodes = new Map([[1, files]])
const ids = new Map([[files, 1]])
let next = 2
const idOf = path => {
  if (!ids.has(path)) {
    ids.set(path, next)
    nodes.set(next++, path)
  }
  return ids.get(path)
}
const fail = code => {
  throw Object.assign(new Error(code), { code })
}
const pathOf = id => nodes.get(Number(id)) ?? fail('ESTALE')
const fold = name => name.toLowerCase().normalize('NFC')
const within = (id, name) => {
  const directory = pathOf(id)
  return join(directory, fs.readdirSync(directory).find(each => fold(each) === fold(name)) ?? name)
}
const moved = (from, to) => {
  for (const [path, id] of [...ids]) {
    if (path !== from && !path.startsWith(`${from}/`)) continue
    const at = to + path.slice(from.length)
    ids.delete(path)
    ids.set(at, id)
    nodes.set(id, at)
  }
}

const attributes = (out, at, path) => {
  const stat = fs.lstatSync(path, { bigint: true })
  const seconds = ns => [ns / 1_000_000_000n, Number(ns % 1_000_000_000n)]
  const times = [stat.atimeNs, stat.mtimeNs, stat.ctimeNs].map(seconds)
  out.writeBigUInt64LE(BigInt(idOf(path)), at)
  out.writeBigUInt64LE(stat.size, at + 8)
  out.writeBigUInt64LE(stat.blocks, at + 16)
  times.forEach(([whole, rest], index) => {
    out.writeBigInt64LE(whole, at + 24 + 8 * index)
    out.writeUInt32LE(rest, at + 48 + 4 * index)
  })
  const { mode, nlink, uid, gid } = stat
  for (const [index, value] of [mode, nlink, uid, gid, 0n, 4096n].entries())
    out.writeUInt32LE(Number(value), at + 60 + 4 * index)
}
const entry = path => {
  const out = Buffer.alloc(128)
  out.writeBigUInt64LE(BigInt(idOf(path)), 0)
  out.writeBigUInt64LE(1n, 16)
  attributes(out, 40, path)
  return out
}
const attribute = path => {
  const out = Buffer.alloc(104)
  attributes(out, 16, path)
  return out
}
const opened = fd => {
  const out = Buffer.alloc(16)
  out.writeBigUInt64LE(BigInt(fd), 0)
  return out
}
const text = (body, from = 0) => body.toString('utf8', from, body.indexOf(0, from))
const pair = (body, from) => {
  const first = text(body, from)
  return [first, text(body, from + Buffer.byteLength(first) + 1)]
}
const rename = (body, id, from) => {
  const [old, name] = pair(body, from)
  const [source, there] = [within(id, old), within(body.readBigUInt64LE(0), name)]
  const target = join(pathOf(body.readBigUInt64LE(0)), name)
  if (from === 16 && body.readUInt32LE(8) & 1 && fs.existsSync(there) && there !== source) fail('EEXIST')
  if (there !== source && fs.existsSync(there)) {
    fs.renameSync(source, there)
    moved(source, there)
    return
  }
  fs.renameSync(source, target)
  moved(source, target)
}
const change = (body, path) => {
  const valid = body.readUInt32LE(0)
  if (valid & 1) fs.chmodSync(path, body.readUInt32LE(68) & 0o7777)
  if (valid & 8) fs.truncateSync(path, Number(body.readBigUInt64LE(16)))
  if (valid & 0x1b0) {
    const now = Date.now() / 1000
    const stat = fs.lstatSync(path)
    const time = (bits, at, old) =>
      valid & (bits * 8) ? now : valid & bits ? Number(body.readBigInt64LE(at)) : old
    fs.utimesSync(path, time(16, 32, stat.atimeMs / 1000), time(32, 40, stat.mtimeMs / 1000))
  }
}
const listing = (body, path) => {
  const [from, most] = [Number(body.readBigUInt64LE(8)), body.readUInt32LE(16)]
  const pieces = []
  let length = 0
  const all = fs.readdirSync(path, { withFileTypes: true })
  for (const [index, each] of all.entries()) {
    if (index < from) continue
    const name = Buffer.from(each.name)
    const piece = Buffer.alloc(Math.ceil((24 + name.length) / 8) * 8)
    piece.writeBigUInt64LE(BigInt(idOf(join(path, each.name))), 0)
    piece.writeBigUInt64LE(BigInt(index + 1), 8)
    piece.writeUInt32LE(name.length, 16)
    piece.writeUInt32LE(each.isDirectory() ? 4 : each.isSymbolicLink() ? 10 : 8, 20)
    name.copy(piece, 24)
    if (length + piece.length > most) break
    length += piece.length
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

const CALLS = {
  1: (body, id) => {
    const path = within(id, text(body))
    fs.lstatSync(path)
    return entry(path)
  },
  3: (_, id) => attribute(pathOf(id)),
  4: (body, id) => {
    change(body, pathOf(id))
    return attribute(pathOf(id))
  },
  5: (_, id) => Buffer.from(fs.readlinkSync(pathOf(id))),
  6: (body, id) => {
    const [name, target] = pair(body, 0)
    const path = within(id, name)
    fs.symlinkSync(target, path)
    return entry(path)
  },
  8: (body, id) => {
    const path = within(id, text(body, 16))
    fs.closeSync(fs.openSync(path, 'wx', body.readUInt32LE(0) & 0o7777))
    return entry(path)
  },
  9: (body, id) => {
    const path = within(id, text(body, 8))
    fs.mkdirSync(path, { mode: body.readUInt32LE(0) & 0o7777 })
    return entry(path)
  },
  10: (body, id) => {
    const path = within(id, text(body))
    fs.unlinkSync(path)
    ids.delete(path)
  },
  11: (body, id) => {
    const path = within(id, text(body))
    fs.rmdirSync(path)
    ids.delete(path)
  },
  12: (body, id) => rename(body, id, 8),
  13: (body, id) => {
    const path = within(id, text(body, 8))
    fs.linkSync(pathOf(body.readBigUInt64LE(0)), path)
    return entry(path)
  },
  14: (body, id) =>
    opened(
      fs.openSync(pathOf(id), body.readUInt32LE(0) & ~(fs.constants.O_NOFOLLOW | fs.constants.O_APPEND)),
    ),
  15: body => {
    const out = Buffer.alloc(body.readUInt32LE(16))
    const fd = Number(body.readBigUInt64LE(0))
    return out.subarray(0, fs.readSync(fd, out, 0, out.length, Number(body.readBigUInt64LE(8))))
  },
  16: body => {
    const size = body.readUInt32LE(16)
    const fd = Number(body.readBigUInt64LE(0))
    const out = Buffer.alloc(8)
    out.writeUInt32LE(fs.writeSync(fd, body, 40, size, Number(body.readBigUInt64LE(8))), 0)
    return out
  },
  17: () => {
    const out = Buffer.alloc(80)
    out.writeUInt32LE(4096, 40)
    out.writeUInt32LE(255, 44)
    return out
  },
  18: body => fs.closeSync(Number(body.readBigUInt64LE(0))),
  20: () => undefined,
  25: () => undefined,
  26: body => {
    const out = Buffer.alloc(64)
    out.writeUInt32LE(7, 0)
    out.writeUInt32LE(31, 4)
    out.writeUInt32LE(body.readUInt32LE(8), 8)
    out.writeUInt32LE(65_536, 20)
    out.writeUInt32LE(1, 24)
    return out
  },
  27: () => opened(0),
  28: (body, id) => listing(body, pathOf(id)),
  29: () => undefined,
  30: () => undefined,
  35: (body, id) => {
    const path = within(id, text(body, 16))
    const flags = body.readUInt32LE(0) & ~(fs.constants.O_NOFOLLOW | fs.constants.O_APPEND)
    const fd = fs.openSync(path, flags | fs.constants.O_CREAT, body.readUInt32LE(4) & 0o7777)
    return Buffer.concat([entry(path), opened(fd)])
  },
  45: (body, id) => rename(body, id, 16),
}
/** Nobody waits for an answer: forgotten nodes, interruptions. */
const SILENT = new Set([2, 36, 42])

const answer = (unique, error, body = Buffer.alloc(0)) => {
  const head = Buffer.alloc(16)
  head.writeUInt32LE(16 + body.length, 0)
  head.writeInt32LE(-error, 4)
  head.writeBigUInt64LE(unique, 8)
  try {
    fs.writeSync(device, Buffer.concat([head, body]))
  } catch (error) {
    // Interrupted meanwhile.
    if (error.code !== 'ENOENT') throw error
  }
}
const request = Buffer.alloc(1_048_576)
for (;;) {
  let length
  try {
    length = fs.readSync(device, request)
  } catch (error) {
    if (error.code === 'ENODEV') break
    if (error.code === 'ENOENT' || error.code === 'EINTR' || error.code === 'EAGAIN') continue
    throw error
  }
  const [call, unique, id] = [
    request.readUInt32LE(4),
    request.readBigUInt64LE(8),
    request.readBigUInt64LE(16),
  ]
  if (SILENT.has(call)) continue
  const body = Buffer.from(request.subarray(40, length))
  try {
    if (CALLS[call] === undefined) fail('ENOSYS')
    answer(unique, 0, CALLS[call](body, id))
  } catch (error) {
    answer(unique, constants.errno[error.code] ?? constants.errno.EIO)
  }
}
process.exit(Number(fs.readFileSync(status, 'utf8')))
