import { field, listField, numberField, textField } from '../../../lib/values/read-field.ts'
import type { PullRequestAddress } from '../address.ts'
import type { Check, Remark, Snapshot } from '../snapshot.ts'
import { type Asking, type Forge, idOf, text } from './forge.ts'

const STATES: Readonly<Record<string, Check['state']>> = {
  success: 'passed',
  failed: 'failed',
  canceled: 'failed',
  skipped: 'neutral',
  manual: 'neutral',
}

/** The REST API of GitLab, version 4. */
export const gitlab: Forge = {
  async read(at) {
    const { client, signal } = at
    const merge = await client.json(pathOf(at.address), signal)
    const state = text(merge, 'state')
    const branch = text(merge, 'source_branch')
    const source = numberField(merge, 'source_project_id')
    return {
      title: text(merge, 'title'),
      state: state === 'merged' ? 'merged' : state === 'closed' ? 'closed' : 'open',
      head: {
        sha: text(merge, 'sha'),
        branch,
        ...(source === undefined ? {} : { repository: await pathOfProject(at, source) }),
        gone: source === undefined || (await isGone(at, source, branch)),
      },
      base: text(merge, 'target_branch'),
      checks: await checksOf(at, field(merge, 'head_pipeline')),
      remarks: [...(await notesOf(at)), ...(await approvalsOf(at))],
    } satisfies Snapshot
  },
  async answer({ client, address, signal }, { text: body, thread }) {
    const where = thread === undefined ? '/notes' : `/discussions/${encodeURIComponent(thread)}/notes`
    return `note-${idOf(field(await client.post(pathOf(address) + where, { body }, signal), 'id')) ?? ''}`
  },
  // The pipeline of a fork is in another project.
  logPath: (address, log) => {
    const [project = '', job = ''] = log.split('/')
    return `${project === '' ? projectOf(address) : `/projects/${encodeURIComponent(project)}`}/jobs/${encodeURIComponent(job)}/trace`
  },
  headRef: number => `refs/merge-requests/${number}/head`,
}

const projectOf = ({ repository }: PullRequestAddress): string =>
  `/projects/${encodeURIComponent(repository)}`

const pathOf = (address: PullRequestAddress): string =>
  `${projectOf(address)}/merge_requests/${address.number}`

const pathOfProject = async ({ client, signal }: Asking, id: number): Promise<string> =>
  text(await client.find(`/projects/${id}`, signal), 'path_with_namespace')

const isGone = async ({ client, signal }: Asking, id: number, branch: string): Promise<boolean> =>
  (await client.find(`/projects/${id}/repository/branches/${encodeURIComponent(branch)}`, signal)) ===
  undefined

const checksOf = async (
  { client, address, signal }: Asking,
  pipeline: unknown,
): Promise<readonly Check[]> => {
  const id = idOf(field(pipeline, 'id'))
  if (id === undefined) return []
  const own = idOf(field(pipeline, 'project_id'))
  const project = own === undefined ? projectOf(address) : `/projects/${own}`
  const jobs = await client.list(`${project}/pipelines/${id}/jobs?per_page=100`, signal)
  return jobs.map(job => {
    const url = textField(job, 'web_url')
    const about = textField(job, 'failure_reason')
    const log = idOf(field(job, 'id'))
    const state = STATES[text(job, 'status')] ?? 'pending'
    return {
      name: text(job, 'name'),
      state: state === 'failed' && field(job, 'allow_failure') === true ? 'neutral' : state,
      ...(about === undefined ? {} : { about }),
      ...(url === undefined ? {} : { url }),
      ...(log === undefined ? {} : { log: `${own ?? ''}/${log}` }),
    }
  })
}

const notesOf = async ({ client, address, signal }: Asking): Promise<readonly Remark[]> => {
  const discussions = await client.list(`${pathOf(address)}/discussions?per_page=100`, signal)
  return discussions.flatMap(discussion =>
    listField(discussion, 'notes')
      .filter(note => field(note, 'system') !== true)
      .map(note => noteOf(note, idOf(field(discussion, 'id')))),
  )
}

const noteOf = (note: unknown, thread: string | undefined): Remark => {
  const position = field(note, 'position')
  const path = textField(position, 'new_path')
  const line = numberField(position, 'new_line')
  return {
    id: `note-${idOf(field(note, 'id'))}`,
    by: text(field(note, 'author'), 'username'),
    text: text(note, 'body'),
    ...(path === undefined ? {} : { place: line === undefined ? path : `${path}:${line}` }),
    ...(thread === undefined ? {} : { thread }),
  }
}

/** Some editions have none. */
const approvalsOf = async ({ client, address, signal }: Asking): Promise<readonly Remark[]> => {
  const approvals = await client.find(`${pathOf(address)}/approvals`, signal)
  return listField(approvals, 'approved_by').map(each => {
    const user = field(each, 'user')
    return {
      id: `approval-${idOf(field(user, 'id'))}`,
      by: text(user, 'username'),
      text: '',
      verdict: 'approved',
    }
  })
}
