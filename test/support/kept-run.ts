import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ModelRequest } from '../../src/protocol/model.ts'
import type { World } from './engine-bench.ts'

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const TIME = /\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g
const DAY = /\b20\d\d-\d\d-\d\d\b/g
/** Numbers that a clock makes, or the length of a path. */
const MEASURED =
  /"(\w*(?:[dD]uration\w*|Ms|USD|Usd|[tT]okens?|cacheRead|cacheWrite|cached|total|shared|at|mtime|timestamp))":\d+(?:\.\d+)?(?:e-?\d+)?/g
const HASH = /"[A-Za-z0-9+/]{27}="|\b(?:[0-9a-f]{64}|[0-9a-f]{40})\b/g
const PLAN = /plans\/[a-z-]+-[0-9a-f]{12}/g

/** The bytes of a run with everything in them that differs between two runs replaced by its place in the order. */
const settle = (text: string, world: World): string => {
  const names = new Map<string, string>()
  return text
    .replaceAll(dirname(world.dir), '/ROOT')
    .replaceAll(dirname(world.dir).replace(/[^A-Za-z0-9]/g, '-'), '-ROOT')
    .replace(UUID, id => {
      const name = names.get(id) ?? `ID${names.size + 1}`
      names.set(id, name)
      return name
    })
    .replace(TIME, 'TIME')
    .replace(DAY, 'DAY')
    .replace(HASH, 'HASH')
    .replace(PLAN, 'plans/PLAN')
    .replace(MEASURED, '"$1":0')
}

/** What a run sent and what it wrote down, one value a line. */
export const runAsText = (world: World): string =>
  settle(
    [
      ...world.model.requests.map(request => asLine(request, world)),
      ...readFileSync(world.sessionPath, 'utf8').trimEnd().split('\n'),
      '',
    ].join('\n'),
    world,
  )

/** Prompt and tools are long and stand in every request: they are kept as a sum. */
const asLine = ({ system, tools, ...rest }: ModelRequest, world: World): string =>
  `request ${sumOf(system, world)} ${sumOf(tools, world)} ${JSON.stringify(rest)}`

const sumOf = (value: unknown, world: World): string =>
  createHash('sha256')
    .update(settle(JSON.stringify(value), world))
    .digest('hex')
    .slice(0, 16)

/** The kept text of a run. Where there is none, or the environment asks for it, this one is kept. */
export const keptRun = (name: string, text: string): string => {
  const path = join('test/recordings', `${name}.txt`)
  if (process.env['CAPSTAN_KEEP_RUNS'] === '1' || !existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  return readFileSync(path, 'utf8')
}
