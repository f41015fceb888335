// Makes docs/screens/demo.svg, the moving picture of the README: the demo, played by the built program in a real
// pseudo-terminal, filmed row by row. Every row is drawn once, however often it is seen.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PtyProgram, startPty } from '../test/support/pty/program.ts'
import { drawRow, framePicture, rowTop, type ScreenSize } from './draw-screen.ts'

const SIZE: ScreenSize = { columns: 90, rows: 26 }
const OUT = join('docs', 'screens', 'demo.svg')
const LOOK_MS = 80
/** How long a question, and the end, stay to be read. */
const READ_MS = 1600
const END_MS = 4000

interface Frame {
  readonly rows: readonly string[]
  ms: number
}

const film = (program: PtyProgram): { readonly frames: Frame[]; stop(): void } => {
  const frames: Frame[] = []
  const timer = setInterval(() => {
    const rows = Array.from({ length: SIZE.rows }, (_, y) => named(drawRow(program, y, SIZE.columns)))
    const last = frames.at(-1)
    if (last?.rows.every((row, y) => row === rows[y])) last.ms += LOOK_MS
    else frames.push({ rows, ms: LOOK_MS })
  }, LOOK_MS)
  return { frames, stop: () => clearInterval(timer) }
}

/** Where the demo lies on the machine that films it is left out of the picture. */
const named = (row: string): string => {
  const [text, width = '', shown = ''] =
    /textLength="([\d.]+)"[^>]*>([^<]*\/capstan-demo-[^<]*)</.exec(row) ?? []
  if (text === undefined) return row
  const short = shown.replace(/\S*\/shop$/, '~/shop')
  const narrow = ((Number(width) / shown.length) * short.length).toFixed(1)
  return row.replace(text, text.replace(width, narrow).replace(shown, short))
}

/** A strip of frames, moved past a window of the screen's size. */
const cut = (frames: readonly Frame[]): string => {
  const names = new Map<string, string>()
  const nameOf = (row: string): string => {
    const known = names.get(row)
    if (known !== undefined) return known
    const name = `r${names.size.toString(36)}`
    names.set(row, name)
    return name
  }
  const height = rowTop(SIZE.rows) + 10
  const strip = frames.map(({ rows }, at) =>
    rows
      .map((row, y) => (row === '' ? '' : `<use href="#${nameOf(row)}" y="${at * height + rowTop(y)}"/>`))
      .join(''),
  )
  const total = frames.reduce((sum, { ms }) => sum + ms, 0)
  let at = 0
  const steps = frames.map(({ ms }, index) => {
    const step = `${((at / total) * 100).toFixed(3)}%{transform:translateY(${-index * height}px)}`
    at += ms
    return step
  })
  const defs = [...names].map(([row, name]) => `<g id="${name}">${row}</g>`).join('')
  return framePicture(
    SIZE,
    `<style>@keyframes film{${steps.join('')}}.film{animation:film ${(total / 1000).toFixed(1)}s step-end infinite}</style><defs>${defs}</defs><g class="film">${strip.join('')}</g>`,
  )
}

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

const root = mkdtempSync(join(tmpdir(), 'capstan-film-'))
const program = startPty([process.execPath, join(process.cwd(), 'dist/cli.mjs'), 'demo'], {
  ...SIZE,
  cwd: root,
  env: { HOME: root, CAPSTAN_CONFIG_DIR: join(root, 'config'), TMPDIR: root },
})
await program.waitFor('> A customer bought ten pens')
await program.settled()
const { frames, stop } = film(program)
await pause(READ_MS)
program.key('enter')
for (const question of ['Run a command', 'Change a file', 'Run a command']) {
  await program.waitFor(new RegExp(`── ${question}`))
  await pause(READ_MS)
  program.key('enter')
  await program.waitFor(screen => !screen.some(row => row.includes(`── ${question}`)))
}
await program.waitFor(/demo is over|end of the demo/)
await pause(END_MS)
stop()
mkdirSync(join('docs', 'screens'), { recursive: true })
writeFileSync(OUT, cut(frames))
await program[Symbol.asyncDispose]()
rmSync(root, { recursive: true, force: true })
process.exit(0)
