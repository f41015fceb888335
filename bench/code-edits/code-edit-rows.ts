import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { codeWorld } from '../../test/support/code-world.ts'
import { type Contest, overheads } from '../measures.ts'
import type { PlannedReply } from '../plan.ts'
import { runSubject, type Stage } from '../run-subject.ts'
import { median } from '../statistics.ts'
import { compare, judge, ms, type Row } from '../table.ts'
import { PROJECTS, type Project } from './projects.ts'

const EDITS = 10
const WARM_UP = 3
const ROUNDS = 3
const MOST_EACH_MS = 20
const MOST_ANNOUNCED_MS = 2_000
/** What a model needs at least to write an edit. */
const WRITTEN_MS = 300

/** Edits while language servers look at them: what a turn pays for that, and how soon a broken caller is announced. */
export const codeEdits = {
  name: 'edits with language servers',
  async take({
    contest,
    stage,
    root,
  }: {
    readonly contest: Contest
    readonly stage: Stage
    readonly root: string
  }): Promise<readonly Row[]> {
    const clients = join(root, 'test', 'clients', 'node_modules', '.bin')
    if (!existsSync(join(clients, 'typescript-language-server')))
      return [skipped('ten edits in a row'), skipped('a broken caller')]
    const rows: Row[] = [await tenEdits(contest, stage, clients)]
    for (const [name, project] of Object.entries(PROJECTS)) rows.push(await announced(name, project))
    return rows
  },
}

const skipped = (what: string): Row => ({
  what: `${what} with a language server: none is installed (node scripts/install-test-servers.mjs)`,
  ours: '',
  floor: '',
  ratio: '',
  target: '',
  verdict: '–',
})

/** Nothing is wrong after any of them; beside the same edits without servers. */
const tenEdits = async (contest: Contest, stage: Stage, clients: string): Promise<Row> => {
  const directory = join(stage.space.project, 'code')
  const taken = { ours: [] as number[], floor: [] as number[] }
  const { files } = PROJECTS.typescript
  for (let round = 0; round < ROUNDS; round += 1)
    for (const side of ['ours', 'floor'] as const) {
      for (const [name, text] of Object.entries(files)) put(join(directory, name), text)
      const settings = { languageServers: side === 'ours' ? {} : false }
      const args = [
        '-p',
        '--trust',
        '--permission-mode',
        'acceptEdits',
        '--settings',
        JSON.stringify(settings),
      ]
      const env = { PATH: `${clients}:${process.env['PATH']}` }
      const subject = { ...contest.ours, args: [...args, 'hi'], env }
      const { exchanges } = await runSubject(subject, stage, { plan: planOf(join(directory, 'src/base.ts')) })
      taken[side].push(...overheads(exchanges).slice(2 + WARM_UP, 2 + WARM_UP + EDITS))
      rmSync(directory, { recursive: true })
    }
  const each = { ours: median(taken.ours), floor: median(taken.floor) }
  return {
    ...compare('ten edits in a row with a language server, each, beside none', each, { show: ms }),
    target: `≤ ${MOST_EACH_MS} ms more`,
    verdict: judge(each.ours - each.floor, MOST_EACH_MS),
  }
}

/** The server reads the project while the model writes its first edits. */
const planOf = (path: string): readonly PlannedReply[] => [
  { calls: [{ name: 'Read', input: { file_path: path } }] },
  { calls: [{ name: 'Bash', input: { command: 'sleep 4' } }] },
  ...Array.from({ length: WARM_UP + EDITS }, (_, at) => ({
    calls: [
      {
        name: 'Edit',
        input: { file_path: path, old_string: `width * ${at + 2}`, new_string: `width * ${at + 3}` },
      },
    ],
    writtenMs: WRITTEN_MS,
  })),
]

/** From the edit to the report of what it broke, the server being at work already. */
const announced = async (name: string, project: Project): Promise<Row> => {
  await using world = codeWorld(project.files)
  await world.edit(project.other, text => `${text}\n`)
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now()
    const { found } = await world.edit(project.of, project.breaks)
    times.push(performance.now() - start)
    if (!found.join('\n').includes(`${project.broken} error`))
      throw new Error(`the server of ${name} announced ${found.join('; ') || 'nothing'}`)
    await world.edit(project.of, project.files[project.of] ?? '')
  }
  const best = Math.min(...times)
  return {
    what: `500 files of ${name}: what an edit broke in ${project.broken.startsWith(project.of) ? 'its file' : 'another file'}, announced after`,
    ours: ms(best),
    floor: '',
    ratio: '',
    target: `≤ ${MOST_ANNOUNCED_MS} ms`,
    verdict: judge(best, MOST_ANNOUNCED_MS),
  }
}

const put = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
