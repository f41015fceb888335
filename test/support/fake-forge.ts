import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ForgeKind, ForgeSettings } from '../../src/protocol/agents/pull-requests.ts'

export interface FakeCheck {
  readonly id: number
  readonly name: string
  readonly state: 'passed' | 'failed' | 'pending'
  readonly log?: string
}

export interface FakeRemark {
  readonly id: number
  readonly by: string
  readonly text: string
  /** On a line of a file. */
  readonly path?: string
  readonly line?: number
  readonly verdict?: 'approved' | 'changes'
}

/** One pull request, number 7 of `acme/app`, as it stands; a test changes it as it likes. */
export interface FakePull {
  title: string
  state: 'open' | 'closed' | 'merged'
  sha: string
  branch: string
  branchGone: boolean
  /** What is told when commits are compared. */
  compare: 'ahead' | 'diverged'
  checks: FakeCheck[]
  remarks: FakeRemark[]
  /** It is not there, for anybody. */
  gone: boolean
  /** Called before each answer: what a repository says, say. */
  refresh?(): void
}

export interface Seen {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly token: string | undefined
  readonly body?: unknown
}

export interface FakeForge extends AsyncDisposable {
  readonly pull: FakePull
  readonly url: string
  readonly seen: Seen[]
  readonly settings: ForgeSettings
  /** What it answers instead, once for each. */
  readonly instead: { status: number; headers?: Record<string, string> }[]
}

export const FIRST_SHA = '1'.repeat(40)
export const TOKEN = 'forge-token-0123456789'

/** A forge on loopback, by the public descriptions of the three APIs: as much of them as is asked for. */
export const startForge = async (kind: ForgeKind): Promise<FakeForge> => {
  const pull: FakePull = {
    title: 'Add sums',
    state: 'open',
    sha: FIRST_SHA,
    branch: 'sums',
    branchGone: false,
    compare: 'ahead',
    checks: [],
    remarks: [],
    gone: false,
  }
  const seen: Seen[] = []
  const instead: FakeForge['instead'] = []
  const server = createServer((request, response) => {
    void answer({ request, response, kind, pull, seen, instead })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const middle = { github: 'pull', gitlab: '-/merge_requests', gitea: 'pulls' }[kind]
  return {
    pull,
    seen,
    instead,
    url: `http://${host}/acme/app/${middle}/7`,
    settings: { host, kind, api: `http://${host}/api` },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

interface Asked {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly kind: ForgeKind
  readonly pull: FakePull
  readonly seen: Seen[]
  readonly instead: FakeForge['instead']
}

const answer = async ({ request, response, kind, pull, seen, instead }: Asked): Promise<void> => {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  const path = (request.url ?? '').replace(/\?.*$/, '')
  const body = text === '' ? undefined : JSON.parse(text)
  const end = (status: number, sent = '', headers: Record<string, string> = {}): void => {
    const token = request.headers.authorization
    seen.push({ method: request.method ?? '', path, status, token, ...(body === undefined ? {} : { body }) })
    response.writeHead(status, headers).end(sent)
  }
  pull.refresh?.()
  const other = instead.shift()
  if (other) return end(other.status, '{}', other.headers)
  const log = /^\/blob\/(\d+)$/.exec(path)?.[1] ?? /\/jobs\/(\d+)\/trace$/.exec(path)?.[1]
  if (log !== undefined) return end(200, pull.checks.find(({ id }) => String(id) === log)?.log ?? '')
  const ofJob = /\/actions\/jobs\/(\d+)\/logs$/.exec(path)?.[1]
  if (ofJob !== undefined) return end(302, '', { location: `/blob/${ofJob}` })
  if (request.method === 'POST') {
    const id = 9_000 + pull.remarks.length
    const onLine = path.endsWith('/replies') ? { path: 'sum.ts', line: 3 } : {}
    pull.remarks.push({ id, by: 'me', text: String(body?.body), ...onLine })
    return end(201, JSON.stringify({ id }))
  }
  const found = pull.gone
    ? undefined
    : API[kind](path.replace(/^\/api/, ''), pull, `http://${request.headers.host}`)
  if (found === undefined) return end(404, '{"message":"Not Found"}')
  const json = JSON.stringify(found)
  const etag = `"${createHash('sha256').update(json).digest('hex').slice(0, 16)}"`
  if (request.headers['if-none-match'] === etag) return end(304, '', { etag })
  end(200, json, { etag, 'content-type': 'application/json' })
}

type Api = (path: string, pull: FakePull, origin: string) => unknown

const user = (login: string) => ({ login, username: login, id: 1 })

const github: Api = (path, pull, origin) => {
  const { state, sha, branch } = pull
  const whole = pull.remarks.filter(each => each.path === undefined && each.verdict === undefined)
  switch (path) {
    case '/repos/acme/app/pulls/7':
      return {
        number: 7,
        title: pull.title,
        state: state === 'open' ? 'open' : 'closed',
        merged: state === 'merged',
        head: { sha, ref: branch, repo: { full_name: 'acme/app' } },
        base: { ref: 'main' },
      }
    case `/repos/acme/app/branches/${branch}`:
      return pull.branchGone ? undefined : { name: branch }
    case `/repos/acme/app/commits/${sha}/check-runs`:
      return {
        total_count: pull.checks.length,
        check_runs: pull.checks.map(({ id, name, state: done }) => ({
          id,
          name,
          status: done === 'pending' ? 'in_progress' : 'completed',
          conclusion: done === 'pending' ? null : done === 'passed' ? 'success' : 'failure',
          html_url: `${origin}/acme/app/runs/${id}`,
          output: { title: null, summary: null },
          app: { slug: 'github-actions' },
        })),
      }
    case `/repos/acme/app/commits/${sha}/status`:
      return { state: 'pending', statuses: [] }
    case '/repos/acme/app/pulls/7/reviews':
      return pull.remarks
        .filter(({ verdict }) => verdict !== undefined)
        .map(({ id, by, text, verdict }) => ({
          id,
          user: user(by),
          body: text,
          state: verdict === 'approved' ? 'APPROVED' : 'CHANGES_REQUESTED',
        }))
    case '/repos/acme/app/pulls/7/comments':
      return pull.remarks
        .filter(each => each.path !== undefined)
        .map(({ id, by, text, path: file, line }) => ({ id, user: user(by), body: text, path: file, line }))
    case '/repos/acme/app/issues/7/comments':
      return whole.map(({ id, by, text }) => ({ id, user: user(by), body: text }))
    default:
      return path.startsWith('/repos/acme/app/compare/') ? { status: pull.compare } : undefined
  }
}

const gitlab: Api = (path, pull, origin) => {
  const merge = '/projects/acme%2Fapp/merge_requests/7'
  switch (path) {
    case merge:
      return {
        iid: 7,
        title: pull.title,
        state: pull.state === 'open' ? 'opened' : pull.state,
        sha: pull.sha,
        source_branch: pull.branch,
        target_branch: 'main',
        source_project_id: 5,
        head_pipeline: pull.checks.length === 0 ? null : { id: 3, project_id: 5 },
      }
    case '/projects/5':
      return { id: 5, path_with_namespace: 'acme/app' }
    case `/projects/5/repository/branches/${pull.branch}`:
      return pull.branchGone ? undefined : { name: pull.branch }
    case '/projects/5/pipelines/3/jobs':
      return pull.checks.map(({ id, name, state }) => ({
        id,
        name,
        status: state === 'passed' ? 'success' : state === 'failed' ? 'failed' : 'running',
        web_url: `${origin}/acme/app/-/jobs/${id}`,
      }))
    case `${merge}/discussions`:
      return pull.remarks
        .filter(({ verdict }) => verdict === undefined)
        .map(({ id, by, text, path: file, line }) => ({
          id: `thread${id}`,
          notes: [
            {
              id,
              body: text,
              author: user(by),
              system: false,
              ...(file === undefined ? {} : { position: { new_path: file, new_line: line } }),
            },
          ],
        }))
    case `${merge}/approvals`:
      return {
        approved_by: pull.remarks
          .filter(({ verdict }) => verdict === 'approved')
          .map(({ by }) => ({ user: user(by) })),
      }
    default:
      return undefined
  }
}

const gitea: Api = (path, pull, origin) => {
  const lines = pull.remarks.filter(each => each.path !== undefined)
  switch (path) {
    case '/repos/acme/app/pulls/7':
      return github(path, pull, origin)
    case `/repos/acme/app/branches/${pull.branch}`:
      return pull.branchGone ? undefined : { name: pull.branch }
    case `/repos/acme/app/commits/${pull.sha}/status`:
      return {
        statuses: pull.checks.map(({ id, name, state }) => ({
          id,
          context: name,
          status: state === 'passed' ? 'success' : state === 'failed' ? 'failure' : 'pending',
          target_url: `${origin}/acme/app/actions/runs/1/jobs/${id}`,
        })),
      }
    case '/repos/acme/app/pulls/7/reviews':
      return [
        ...pull.remarks
          .filter(({ verdict }) => verdict !== undefined)
          .map(({ id, by, text, verdict }) => ({
            id,
            user: user(by),
            body: text,
            state: verdict === 'approved' ? 'APPROVED' : 'REQUEST_CHANGES',
            comments_count: 0,
          })),
        ...(lines.length === 0
          ? []
          : [{ id: 88, user: user('rev'), body: '', state: 'COMMENT', comments_count: lines.length }]),
      ]
    case '/repos/acme/app/pulls/7/reviews/88/comments':
      return lines.map(({ id, by, text, path: file, line }) => ({
        id,
        user: user(by),
        body: text,
        path: file,
        position: line,
      }))
    case '/repos/acme/app/issues/7/comments':
      return github(path, pull, origin)
    default:
      return undefined
  }
}

const API: Readonly<Record<ForgeKind, Api>> = { github, gitlab, gitea }
