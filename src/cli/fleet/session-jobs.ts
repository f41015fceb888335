import { realpathSync } from 'node:fs'
import { relative } from 'node:path'
import type { Fleet, OpenedJob } from '../../features/fleet/fleet.ts'
import { type JobWork, type Repository, readWork } from '../../features/fleet/job.ts'
import { LEASE_MS } from '../../features/fleet/names.ts'
import { newKey } from '../../features/fleet/seal.ts'
import { setUpFleet } from '../../features/fleet/setup.ts'
import { submitJobs } from '../../features/fleet/submit.ts'
import { answerJob } from '../../features/fleet/tell-job.ts'
import { pathMapper } from '../../features/sessions/pack/map-paths.ts'
import { projectDirectory } from '../../features/sessions/project-key.ts'
import type { FleetJob, FleetJobs, FleetWork } from '../../protocol/agents/fleet-work.ts'
import type { Env } from '../../protocol/host.ts'
import { fleetText } from '../../protocol/messages/cli/fleet.ts'
import { ToolError } from '../../protocol/tool.ts'
import { ExitError } from '../exit-error.ts'
import { openWork } from '../review/open-work.ts'
import { reviewGit } from '../review/review-git.ts'
import { connectFleet, readMember } from './fleet-home.ts'
import { jobNews } from './job-news.ts'
import { sendRepository } from './send-repository.ts'
import type { WorkPaths } from './stored-session.ts'
import { sizeOf } from './submit.ts'

export interface SessionJobsAt {
  readonly env: Env
  readonly configHome: string
  readonly home: string
  readonly version: string
}

/** The fleet that a session hands its agents' work to. */
export const openSessionJobs = async (at: SessionJobsAt): Promise<FleetJobs> => {
  const fleet = await asTool(async () => connectFleet(readMember({ ...at, roles: ['owner'] })))
  await asTool(() => fleet.connection.run(async nats => await setUpFleet(nats, await sizeOf(fleet))))
  // Everything one session sends is sealed with one key: a commit that many agents begin with goes there once.
  const key = newKey()
  const sent = new Map<string, Promise<Repository>>()
  return {
    async submit(work) {
      return await asTool(async () => await submitOne({ fleet, at, key, sent }, work))
    },
    [Symbol.asyncDispose]: () => fleet.connection.close(),
  }
}

/** What ends a program with a sentence is an answer to a call here. */
const asTool = async <T>(act: () => Promise<T>): Promise<T> => {
  try {
    return await act()
  } catch (error) {
    throw error instanceof ExitError ? new ToolError(error.localized) : error
  }
}

interface Submitting {
  readonly fleet: Fleet
  readonly at: SessionJobsAt
  readonly key: Buffer
  readonly sent: Map<string, Promise<Repository>>
}

const submitOne = async ({ fleet, at, key, sent }: Submitting, wish: FleetWork): Promise<FleetJob> => {
  const cwd = realpathSync(wish.cwd)
  const git = reviewGit(cwd, at.env)
  const root = await git(['rev-parse', '--show-toplevel']).then(
    said => said.replace(/\n$/, ''),
    () => {
      throw new ExitError(1, fleetText('no_repository', { directory: cwd, why: fleetText('no_git') }))
    },
  )
  const commit = await openWork(git, root)
  const known = sent.get(commit) ?? sendCommit({ fleet, key, env: at.env, root }, commit)
  sent.set(commit, known)
  const repository = await known.catch((error: unknown) => {
    sent.delete(commit)
    throw error
  })
  const work = workFor(wish, { repository, root, cwd })
  const { version } = at
  const trace = wish.trace ?? at.env['TRACEPARENT']
  const [job] = await submitJobs(fleet, {
    ...{ works: [work], labels: [], version, leaseMs: LEASE_MS, key },
    ...given('trace', trace),
  })
  if (!job) throw new Error('nothing was submitted')
  const log = fleet.log(job.id)
  await log.refresh()
  const opened = fleet.open(log)
  if ('problem' in opened) throw new Error(opened.problem)
  const project = projectDirectory(at.configHome, root)
  const paths: WorkPaths = { work: root, project, configHome: at.configHome, home: at.home }
  return {
    id: job.id,
    news: signal => jobNews({ fleet, log, job: opened as OpenedJob, paths, wish, root, commit, git }, signal),
    answer: async (id, allow) => await answerJob(fleet, { job: job.id, id, allow }),
  }
}

const sendCommit = async (
  { fleet, key, env, root }: Pick<Submitting, 'fleet' | 'key'> & { readonly env: Env; readonly root: string },
  commit: string,
): Promise<Repository> => (await sendRepository(fleet, { directory: root, ref: commit, env }, key)).repository

const MEMORY_MB = 4096
const DISK_MB = 8192
const SECONDS = 3600

const given = <K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } =>
  value === undefined ? {} : ({ [key]: value } as { readonly [P in K]?: V })

const workFor = (
  wish: FleetWork,
  { repository, root, cwd }: { readonly repository: Repository; readonly root: string; readonly cwd: string },
): JobWork => {
  const { turns, usd, ms } = wish.limits
  // Where it works has another name there: whole paths below the root are said from the top of the checkout.
  const mapped = pathMapper([[root, '.']])
  const below = relative(root, cwd)
  const prompt = mapped(wish.prompt)
  const work: JobWork = {
    title: wish.title.replace(/\s+/g, ' ').slice(0, 120),
    prompts: [below === '' ? prompt : `${prompt}\n\n(${below}/)`],
    repository,
    limits: {
      seconds: ms === undefined ? SECONDS : Math.max(1, Math.ceil(ms / 1000)),
      memoryMb: MEMORY_MB,
      diskMb: DISK_MB,
      ...given('usd', usd === undefined ? undefined : Math.max(0.000001, usd)),
      ...given('turns', turns),
    },
    ...given('model', wish.model),
    ...given('effort', wish.effort),
    ...given('systemPrompt', wish.prompted),
    ...given('tools', wish.tools),
    withoutTools: wish.disallowedTools,
    ...given('schema', wish.schema && JSON.stringify(wish.schema)),
    permissions: { mode: wish.mode, allow: wish.allow, deny: wish.deny },
    ...(wish.unattended ? { unattended: true } : {}),
    network: 'off',
    secrets: [],
    back: { patch: true, transcript: false, files: [] },
  }
  const read = readWork(JSON.parse(JSON.stringify(work)))
  if ('problem' in read) throw new ExitError(1, fleetText('bad_job', { field: read.problem }))
  return work
}
