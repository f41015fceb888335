import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { field, listField, numberField, textField } from '../../lib/values/read-field.ts'
import type { ForgeKind } from '../../protocol/agents/pull-requests.ts'

export interface Delivery {
  readonly kind: ForgeKind
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: Uint8Array
}

/** What a delivery is about. Of what it says nothing else is used: whoever follows looks at the forge itself. */
export interface Nudge {
  /** `owner/name`, in small letters. */
  readonly repository: string
  /** Absent: any of that repository. */
  readonly numbers?: readonly number[]
}

/** How old a delivery may be that says when it was sent. */
const MOST_AGE_MS = 5 * 60_000

/** Whether it was signed with this secret, compared in a time that tells nothing. */
export const isSigned = ({ kind, headers, body }: Delivery, secret: string, now: number): boolean => {
  if (secret === '') return false
  const header = (name: string): string => {
    const value = headers[name]
    return typeof value === 'string' ? value : ''
  }
  const hex = (): string => createHmac('sha256', secret).update(body).digest('hex')
  switch (kind) {
    case 'github':
      return isSame(header('x-hub-signature-256').toLowerCase(), `sha256=${hex()}`)
    case 'gitea':
      return isSame((header('x-gitea-signature') || header('x-forgejo-signature')).toLowerCase(), hex())
    case 'gitlab':
      return header('webhook-signature') === ''
        ? isSame(header('x-gitlab-token'), secret)
        : isStandardSigned({ header, body }, secret, now)
  }
}

/** The signing that several services share: id, time and body under one signature. */
const isStandardSigned = (
  { header, body }: { readonly header: (name: string) => string; readonly body: Uint8Array },
  secret: string,
  now: number,
): boolean => {
  const [id, sent] = [header('webhook-id'), header('webhook-timestamp')]
  if (id === '' || !/^\d{1,12}$/.test(sent) || Math.abs(now - Number(sent) * 1000) > MOST_AGE_MS) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const wanted = createHmac('sha256', key).update(`${id}.${sent}.`).update(body).digest('base64')
  const given = header('webhook-signature').split(' ').slice(0, 10)
  return given.map(each => isSame(each, `v1,${wanted}`)).includes(true)
}

/** Both become equally long first. */
const isSame = (given: string, wanted: string): boolean => {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(wanted)) && given !== ''
}

const IDS = [
  'x-github-delivery',
  'x-gitea-delivery',
  'x-forgejo-delivery',
  'webhook-id',
  'idempotency-key',
  'x-gitlab-event-uuid',
]

const MOST_REMEMBERED = 10_000

/**
 * Deliveries that were taken: each counts once. Its id is not always under the signature, so that its content counts as
 * well.
 */
export class TakenDeliveries {
  readonly #taken = new Set<string>()

  /** False: it was here before. */
  take({ headers, body }: Delivery): boolean {
    const ids = IDS.flatMap(name => (typeof headers[name] === 'string' ? [`${name} ${headers[name]}`] : []))
    const marks = [...ids, `body ${createHash('sha256').update(body).digest('base64')}`]
    const isNew = !marks.some(mark => this.#taken.has(mark))
    for (const mark of marks) this.#taken.add(mark)
    for (const oldest of this.#taken)
      if (this.#taken.size > MOST_REMEMBERED) this.#taken.delete(oldest)
      else break
    return isNew
  }
}

/** Which pull requests it may be about; undefined: none. */
export const nudgeIn = (kind: ForgeKind, body: Uint8Array): Nudge | undefined => {
  const event = parse(body)
  const repository =
    kind === 'gitlab'
      ? textField(field(event, 'project'), 'path_with_namespace')
      : textField(field(event, 'repository'), 'full_name')
  if (repository === undefined) return undefined
  const numbers = kind === 'gitlab' ? gitlabNumbers(event) : numbersIn(event)
  return { repository: repository.toLowerCase(), ...(numbers.length === 0 ? {} : { numbers }) }
}

const numbersIn = (event: unknown): readonly number[] => {
  const ofRun = [field(event, 'check_run'), field(event, 'check_suite')].flatMap(run => [
    ...listField(run, 'pull_requests'),
    ...listField(field(run, 'check_suite'), 'pull_requests'),
  ])
  return [field(event, 'pull_request'), field(event, 'issue'), ...ofRun].flatMap(each => {
    const number = numberField(each, 'number')
    return number === undefined ? [] : [number]
  })
}

const gitlabNumbers = (event: unknown): readonly number[] => {
  const own =
    textField(event, 'object_kind') === 'merge_request' ? field(event, 'object_attributes') : undefined
  return [own, field(event, 'merge_request')].flatMap(each => {
    const number = numberField(each, 'iid')
    return number === undefined ? [] : [number]
  })
}

const parse = (body: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    // Whoever signed it may send what they like.
    return undefined
  }
}
