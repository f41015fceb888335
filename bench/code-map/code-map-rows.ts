import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { judge, type Row } from '../table.ts'

/** What one process measured, in milliseconds and megabytes. */
interface Measured {
  readonly cold: number
  readonly warm: number
  readonly changed: number
  readonly memory: number
  readonly tokens: number
}

const TOKENS = 3_000
const MAKES = join(import.meta.dirname, 'make-map.ts')
const READS = join(import.meta.dirname, 'read-files.ts')

/** Maps of this repository and of a large tree, beside reading the same files and looking for words in them. */
export const codeMapRows = async (root: string): Promise<readonly Row[]> => {
  const place = mkdtempSync(join(tmpdir(), 'capstan-bench-map-'))
  try {
    const small = join(place, 'repository')
    const { stdout } = spawnSync('git', ['ls-files', '-z'], { cwd: root, maxBuffer: 2 ** 28 })
    for (const file of stdout.toString().split('\0').filter(Boolean))
      cpSync(join(root, file), join(small, file), { recursive: true })
    const large = join(place, 'large')
    makeTree(large, 20_000)
    return [
      ...(await rowsOf('this repository', small, { cold: 1_500, warm: 50, changed: 100 })),
      ...(await rowsOf('20,000 files', large, { cold: 10_000, changed: 100, memory: 150 })),
    ]
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

const rowsOf = async (
  name: string,
  directory: string,
  most: Readonly<Partial<Record<keyof Measured, number>>>,
): Promise<readonly Row[]> => {
  const ours = await measure(MAKES, directory)
  const floor = await measure(READS, directory)
  const row = (what: keyof Measured, said: string, unit: string): Row => {
    const limit = most[what]
    return {
      what: `code map, ${name}: ${said}`,
      ours: `${ours[what].toFixed(0)} ${unit}`,
      floor: floor[what] > 0 ? `${floor[what].toFixed(0)} ${unit}` : '',
      ratio: floor[what] > 0 ? `${(ours[what] / floor[what]).toFixed(2)} ×` : '',
      target: limit === undefined ? '' : `≤ ${limit} ${unit}`,
      verdict: limit === undefined ? '–' : judge(ours[what], limit),
    }
  }
  return [
    row('cold', `first one, within ${TOKENS} tokens`, 'ms'),
    row('warm', 'once more', 'ms'),
    row('changed', 'after one changed file', 'ms'),
    row('memory', 'memory it adds', 'MB'),
  ]
}

/** In a process of its own, so that nothing is warm. */
const measure = async (script: string, directory: string): Promise<Measured> => {
  const child = spawn(process.execPath, [script, directory, String(TOKENS)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const code = await new Promise<number | null>(resolve => child.once('close', resolve))
  if (code !== 0) throw new Error(`${script} ended with ${code}`)
  return JSON.parse(output) as Measured
}

/** Modules that use each other, in directories of fifty. */
const makeTree = (directory: string, count: number): void => {
  const nameOf = (at: number): string => `module${at}`
  for (let at = 0; at < count; at++) {
    const folder = join(directory, `part${Math.floor(at / 1_000)}`, `group${Math.floor(at / 50) % 20}`)
    if (at % 50 === 0) mkdirSync(folder, { recursive: true })
    const used = [(at * 7) % count, (at * 13 + 1) % count, at % 50]
    const imports = used.map(each => `import { make${each} } from '../../all/${nameOf(each)}.ts'`)
    const body = Array.from(
      { length: 12 },
      (_, line) =>
        `  const value${line} = options.name${line}.filter(each => each.size > ${line}).map(each => each.text)\n` +
        `  if (value${line}.length > limit${line % 3}) report('too many of them', value${line}[0])`,
    )
    writeFileSync(
      join(folder, `${nameOf(at)}.ts`),
      `${imports.join('\n')}\n\nexport interface Options${at} {\n  readonly name: string\n}\n\n/** Makes one. */\nexport const make${at} = (options: Options${at}): number => {\n${body.join('\n')}\n  return ${used.map(each => `make${each}(options)`).join(' + ')}\n}\n`,
    )
  }
}
