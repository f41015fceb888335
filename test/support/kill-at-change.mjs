// Loaded into the program before anything else (NODE_OPTIONS=--import): kills it, without warning, around the change of a
// file below a directory. CAPSTAN_KILL is JSON: `below`, which change it is (`nth`, from 1), and `when`: `before` the file
// is put in its place, or so many milliseconds after it.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { dirname, join } from 'node:path'

const { below, nth, when, pidFile } = JSON.parse(process.env['CAPSTAN_KILL'] ?? '{}')
delete process.env['CAPSTAN_KILL']
delete process.env['NODE_OPTIONS']

const die = () => process.kill(process.pid, 'SIGKILL')
const rename = fs.renameSync
let seen = 0

fs.renameSync = (from, to) => {
  const isChange = join(fs.realpathSync(dirname(String(to))), 'x').startsWith(join(below, '/'))
  if (isChange) seen += 1
  const isIt = isChange && seen === nth
  if (isIt && when === 'before') die()
  rename(from, to)
  if (isIt && when === 0) die()
  else if (isIt) setTimeout(die, Number(when))
}
syncBuiltinESMExports()
fs.writeFileSync(pidFile, String(process.pid))
