import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { transcriptPath, writeTranscript } from './large-transcript.ts'
import { FILES, runLongLife } from './long-session.ts'
import { writeManySessions } from './many-sessions.ts'
import { type Contest, timeCommand } from './measures.ts'
import { earlierCallId } from './reply-events.ts'
import { runSubject, type Stage, type Subject } from './run-subject.ts'
import { median } from './statistics.ts'
import { judge, type Row } from './table.ts'
import { createWorkspace, planReads } from './workspace.ts'

interface SessionMeasure {
  readonly name: string
  take(bench: {
    readonly contest: Contest
    readonly stage: Stage
    readonly root: string
  }): Promise<readonly Row[]>
}

const SESSION = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
const ROUNDS = 3
const RESUMES = 9

const row = (what: string, ours: string, aim?: { readonly target: string; readonly met: boolean }): Row => ({
  what,
  ours,
  floor: '',
  ratio: '',
  target: aim?.target ?? '',
  verdict: aim === undefined ? '–' : judge(aim.met ? 0 : 1, 0),
})

/** From making the process to the request that carries on a session of so many megabytes, and the peak of its memory. */
export const resumeOf = async (
  subject: Subject,
  stage: Stage,
  megabytes: number,
): Promise<{ readonly ms: number; readonly peakMb: number }> => {
  const path = transcriptPath(stage.space, SESSION)
  writeTranscript({ path, sessionId: SESSION, cwd: stage.space.project, megabytes, behind: 0.8 })
  const resuming = { ...subject, args: ['-p', '--resume', SESSION, 'hi'] }
  const times: number[] = []
  const peaks: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const run = await runSubject(resuming, stage, { plan: [], probe: 'usage' })
    times.push((run.exchanges[0]?.arrived ?? Number.NaN) - run.spawned)
    peaks.push((run.peakKb ?? Number.NaN) / 1024)
  }
  rmSync(path)
  return { ms: median(times), peakMb: median(peaks) }
}

const resume: SessionMeasure = {
  name: 'resume of a long session',
  async take({ contest, stage }) {
    const rows: Row[] = []
    for (const megabytes of [20, 60, 200]) {
      const { ms, peakMb } = await resumeOf(contest.ours, stage, megabytes)
      const aim = { target: '≤ 1,500 ms, ≤ 250 MB', met: ms <= 1500 && peakMb <= 250 }
      rows.push(
        row(
          `resume of ${megabytes} MB, 80 % behind a boundary: to the next request, peak memory`,
          `${ms.toFixed(0)} ms, ${peakMb.toFixed(0)} MB`,
          megabytes === 200 ? aim : undefined,
        ),
      )
    }
    return rows
  },
}

const READS = 300

/** A session of reads of 10 KB that this very program wrote: how large its file is, and from starting again to the next request. */
export const resumeOfReads = async (
  subject: Subject,
  { model }: Stage,
): Promise<{ readonly ms: number; readonly megabytes: number }> => {
  using space = createWorkspace(READS)
  await runSubject(subject, { model, space }, { plan: planReads(space, READS, 'large') })
  const directory = dirname(transcriptPath(space, SESSION))
  const name = readdirSync(directory).find(each => each.endsWith('.jsonl')) ?? ''
  const path = join(directory, name)
  const kept = join(space.home, 'kept.jsonl')
  // By name they are no calls of the run that resumes.
  writeFileSync(
    kept,
    readFileSync(path, 'utf8').replaceAll(/toolu_(\d+)_0/g, (_, n) => earlierCallId(Number(n), 0)),
  )
  const resuming = { ...subject, args: ['-p', '--resume', basename(name, '.jsonl'), 'hi'] }
  const times: number[] = []
  for (let round = 0; round < RESUMES; round++) {
    copyFileSync(kept, path)
    const run = await runSubject(resuming, { model, space }, { plan: [] })
    times.push((run.exchanges[0]?.arrived ?? Number.NaN) - run.spawned)
  }
  return { ms: median(times), megabytes: statSync(kept).size / 1e6 }
}

const resumeReads: SessionMeasure = {
  name: 'resume of reads',
  async take({ contest, stage }) {
    const { ms, megabytes } = await resumeOfReads(contest.ours, stage)
    return [
      row(
        `resume of ${READS} reads of 10 KB: to the next request, session file`,
        `${ms.toFixed(0)} ms, ${megabytes.toFixed(2)} MB`,
        { target: '≤ 200 ms, ≤ 4 MB', met: ms <= 200 && megabytes <= 4 },
      ),
    ]
  },
}

/** The list of all sessions, once without the index it keeps and then with it. */
const list: SessionMeasure = {
  name: 'list of sessions',
  async take({ stage, root }) {
    const rows: Row[] = []
    for (const count of [500, 2_000, 5_000]) {
      const home = join(stage.space.home, `list-${count}`)
      mkdirSync(home)
      writeManySessions(home, count)
      const time = () =>
        timeCommand(join(root, 'bin', 'capstan'), ['sessions', 'list', '--all', '--json'], {
          CAPSTAN_CONFIG_DIR: home,
        })
      const first = await time()
      const next = median([await time(), await time(), await time(), await time(), await time()])
      rmSync(home, { recursive: true })
      rows.push(
        row(
          `list of ${count.toLocaleString('en')} sessions: the first time, then`,
          `${first.toFixed(0)} ms, ${next.toFixed(0)} ms`,
          count === 5_000 ? { target: '≤ 300 ms', met: next <= 300 } : undefined,
        ),
      )
    }
    return rows
  },
}

const TURNS = 2_000

const longLife: SessionMeasure = {
  name: '2,000 turns',
  async take({ root }) {
    using space = createWorkspace(FILES)
    const { memory, time, compactions } = await runLongLife(join(root, 'bin', 'capstan'), space, TURNS)
    const aim = (limit: number, value: number) => ({ target: `≤ ${limit} ×`, met: value <= limit })
    return [
      row(
        `${TURNS.toLocaleString('en')} turns of 6 requests, ${compactions} compactions: memory beside turn 100`,
        `${memory.toFixed(2)} ×`,
        aim(1.3, memory),
      ),
      row('the same, time of a turn beside turn 100', `${time.toFixed(2)} ×`, aim(1.3, time)),
    ]
  },
}

export const SESSION_MEASURES: readonly SessionMeasure[] = [resume, resumeReads, list, longLife]
