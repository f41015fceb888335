import { join, relative } from 'node:path'
import { keepChanges } from '../../src/features/sandbox/try-first/keep-changes.ts'
import { differences, openCopyBench, treeOf, unlike } from './copied.ts'

/** Prints, for every path, what it is: as the command itself saw it when it was done. */
const LIST = `
node -e '
const fs = require("fs"), path = require("path"), crypto = require("crypto")
const rows = []
const walk = dir => {
  for (const name of fs.readdirSync(dir)) {
    const at = path.join(dir, name), s = fs.lstatSync(at, { bigint: true })
    const mode = (Number(s.mode) & 0o7777).toString(8)
    const what = s.isDirectory() ? "d" : s.isSymbolicLink() ? "l " + fs.readlinkSync(at)
      : s.isFile() ? "f " + crypto.createHash("sha256").update(fs.readFileSync(at)).digest("hex") + " @" + s.mtimeNs : "special"
    rows.push([path.relative(process.argv[1], at), (s.isSymbolicLink() ? "" : mode) + " " + what])
    if (s.isDirectory()) walk(at)
  }
}
walk(process.argv[1])
console.log("\\n@@" + JSON.stringify(rows))
' "$CAPSTAN_LISTED"`

/** What is wrong with the trial of a command: with what was shown, what was kept, or what it did to anything else. */
export const tryCommand = async (command: string): Promise<readonly string[]> => {
  await using bench = await openCopyBench()
  const wrong: string[] = []
  const [all, before] = [treeOf(bench.root, { times: true }), treeOf(bench.project)]
  const line = `export CAPSTAN_LISTED=${JSON.stringify(bench.project)}\n( ${command}\n)\n${LIST.replaceAll('\\\\n', '\\n')}`
  await using tried = await bench.run(line)
  const { seen, output } = tried
  const early = differences(all, treeOf(bench.root, { times: true })).filter(
    path => !path.startsWith('config') && !path.endsWith('.cwd') && path !== 'project',
  )
  if (early.length > 0) wrong.push(`outside changed before an answer: ${early.join(', ')}`)
  if (seen.unfit) return [`${command}: ${JSON.stringify(seen.unfit)} ${output}`]
  const listed = /\n@@(.*)\n/.exec(output)?.[1]
  if (listed === undefined) return [`${command}: nothing was listed: ${output}`]
  const inside = new Map(JSON.parse(listed) as [string, string][])
  const shown = seen.changes
    .map(({ path }) => relative(bench.project, path))
    .filter(path => !path.startsWith('..'))
  const apart = differences(before, inside)
  if (JSON.stringify(shown.toSorted()) !== JSON.stringify(apart)) {
    const twice = new Set(shown)
    if (JSON.stringify([...twice].toSorted()) !== JSON.stringify(apart))
      wrong.push(`shown ${JSON.stringify([...twice].toSorted())}, changed ${JSON.stringify(apart)}`)
  }
  const kept = keepChanges(seen.changes)
  if (!kept.done) wrong.push(`not kept: ${JSON.stringify(kept)}`)
  const after = treeOf(bench.project)
  const missed = unlike(inside, after)
  if (missed.length > 0)
    wrong.push(
      `kept otherwise: ${missed.map(path => `${path}: ${inside.get(path)} / ${after.get(path)}`).join(', ')}`,
    )
  const others = differences(all, treeOf(bench.root, { times: true })).filter(
    path => !path.startsWith('config') && !path.endsWith('.cwd') && path !== 'project' && !isOf(path, apart),
  )
  if (others.length > 0) wrong.push(`something else changed: ${others.join(', ')}`)
  return wrong.map(each => `${command}: ${each}`)
}

/** It was changed, or something in it. */
const isOf = (path: string, changed: readonly string[]): boolean =>
  changed.some(one => {
    const at = join('project', one)
    return path === at || at.startsWith(`${path}/`)
  })
