import { isObject } from '../../../lib/is-object.ts'
import { policyText } from '../../../protocol/messages/host/policy.ts'
import { settingsText } from '../../../protocol/messages/host/settings.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import type { Settings } from '../../../protocol/settings.ts'
import { ELSEWHERE } from '../elsewhere.ts'
import { keysWithoutEffect } from '../known-keys.ts'
import { locateKeys } from '../locate-keys.ts'
import { escaped, quoted } from '../problem.ts'
import { SETTING_ROWS } from '../rows/index.ts'
import { policyRows } from '../rows/policy.ts'
import type { SettingRow } from '../rows/row.ts'
import { shapeOfRows } from '../rows/shape.ts'
import { VERSION_KEYS, WITHOUT_OBJECT } from './known-policy.ts'
import type { PolicyComplaint, PolicyReading, PolicyText } from './policy-reader.ts'
import { strictReading } from './strictest.ts'

/** Everything that policy may say. */
export const POLICY_ROWS: readonly SettingRow[] = [...SETTING_ROWS, ...policyRows]
const policyCheck = shapeOfRows(POLICY_ROWS)

type Json = Readonly<Record<string, unknown>>
type Path = readonly string[]

/** Of one value: what it counts as, or that nothing may start. */
interface Fault {
  readonly path: Path
  readonly problem: LocalizedText
  readonly kind: 'stops' | 'strict' | 'left out'
  /** What it counts as. */
  readonly reading?: unknown
}

/**
 * One file of policy, so that nothing it forbids is lost without a word: what is not of its kind counts as the strictest
 * it can mean, and where that is not known, or a key is not, nothing may start.
 */
export const readPolicy = (policy: PolicyText): PolicyReading => {
  const { value, duplicates, foreign } = policy
  if (!isObject(value)) {
    const found = settingsText(Array.isArray(value) ? 'a_list' : 'a_string')
    const problem = settingsText('expected', { what: settingsText('an_object'), found })
    return { settings: {}, complaints: [fatal(policy, { path: [], problem, kind: 'stops' })] }
  }
  const twice = duplicates.map(
    (key): Fault => ({
      path: key.split('.'),
      problem: settingsText('given_twice'),
      kind: 'stops',
    }),
  )
  const ours = foreign ? without(value, VERSION_KEYS) : value
  const mended = mend(withTexts(ours))
  const faults = [...twice, ...gatewayFaults(ours), ...mended.faults]
  const settings = (policyCheck(mended.value, { key: '', report: () => {} }) ?? {}) as Settings
  return {
    settings,
    complaints: [
      ...faults.map(fault => complaintOf(policy, fault)),
      ...strangeKeys(policy, ours),
      ...(foreign ? versionNote(policy, value) : []),
    ],
  }
}

const without = (value: Json, keys: readonly string[]): Json =>
  Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)))

/** Variables are often written as numbers and switches; what is meant is plain. */
const withTexts = (value: Json): Json => {
  const { env } = value
  if (!isObject(env)) return value
  const texts = Object.entries(env).map(([name, each]) =>
    typeof each === 'number' || typeof each === 'boolean' ? [name, String(each)] : [name, each],
  )
  return { ...value, env: Object.fromEntries(texts) }
}

/** A sign-in that does not exist here cannot be asked for, and without it another key would be used. */
const gatewayFaults = ({ forceLoginMethod, forceLoginGatewayUrl }: Json): readonly Fault[] => {
  const of = (key: string): Fault => ({ path: [key], problem: policyText('gateway_login'), kind: 'stops' })
  return [
    ...(forceLoginMethod === 'gateway' ? [of('forceLoginMethod')] : []),
    ...(forceLoginGatewayUrl === undefined ? [] : [of('forceLoginGatewayUrl')]),
  ]
}

/** The same with every value that its row does not accept replaced by what it counts as. */
const mend = (value: Json): { readonly value: Json; readonly faults: readonly Fault[] } => {
  let mended = value
  const faults: Fault[] = []
  for (const row of POLICY_ROWS) {
    const path = row.key.split('.')
    const group = brokenGroup(mended, path)
    if (group) {
      const found = settingsText(Array.isArray(at(mended, group)) ? 'a_list' : 'a_string')
      const problem = settingsText('expected', { what: settingsText('an_object'), found })
      if (!faults.some(fault => fault.path.join('.') === group.join('.')))
        faults.push({ path: group, problem, kind: 'stops' })
      continue
    }
    if (!has(mended, path)) continue
    const found = faultsOf(row, at(mended, path), path)
    faults.push(...found)
    const reading = found.find(fault => fault.reading !== undefined)?.reading
    if (reading !== undefined) mended = put(mended, path, reading)
  }
  return { value: mended, faults }
}

const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((part, name) => (isObject(part) ? part[name] : undefined), value)

const has = (value: unknown, path: Path): boolean => {
  const within = at(value, path.slice(0, -1))
  return isObject(within) && Object.hasOwn(within, path.at(-1) ?? '')
}

const put = (value: Json, [name = '', ...rest]: Path, inner: unknown): Json => ({
  ...value,
  [name]: rest.length === 0 ? inner : put(value[name] as Json, rest, inner),
})

/** Of the groups that a key lies in, one that is no object. */
const brokenGroup = (value: Json, path: Path): Path | undefined =>
  path
    .slice(0, -1)
    .map((_, index) => path.slice(0, index + 1))
    .find(group => has(value, group) && !isObject(at(value, group)))

const faultsOf = (row: SettingRow, value: unknown, path: Path): readonly Fault[] => {
  const reported: { path: Path; problem: LocalizedText }[] = []
  const checked = row.check(value, {
    key: '',
    report: (inner, problem) => void reported.push({ path: [...path, ...inner], problem }),
  })
  const nameless = emptyEntries(row, checked).map(index => ({
    path: [...path, String(index)],
    problem: policyText('matches_nothing'),
  }))
  const problems = [...reported, ...nameless]
  const [first] = problems
  if (!first) return []
  const reading = strictReading(row)
  const stops = problems.map((one): Fault => ({ ...one, kind: 'stops' }))
  if (reading === 'stops') return stops
  if (reading === 'harmless') return problems.map(one => ({ ...one, kind: 'left out' }))
  if (typeof reading === 'object')
    return problems.map(one => ({ ...one, kind: 'strict', reading: reading.as }))
  if (reading === 'opens')
    return problems.map(one => ({ ...one, kind: 'strict', reading: Array.isArray(checked) ? checked : [] }))
  // Meant as the only entry; where entries are more than texts it is none.
  const single = typeof value === 'string' && row.check([value], { key: '', report: () => {} })
  return Array.isArray(single) && single.length === 1
    ? [{ ...first, kind: 'strict', reading: single }]
    : stops
}

/** In a list of what must not be: an entry of which nothing was understood would forbid nothing. */
const emptyEntries = (row: SettingRow, checked: unknown): readonly number[] =>
  strictReading(row) === 'closes' && Array.isArray(checked)
    ? checked.flatMap((entry, index) => (isObject(entry) && Object.keys(entry).length === 0 ? [index] : []))
    : []

const whereOf = ({ file, text }: PolicyText, path: Path) => {
  const [place = { line: 1, column: 1 }] = locateKeys(text, [path])
  return {
    file: escaped(file),
    key: path.length === 0 ? settingsText('its_content') : quoted(path.join('.')),
    ...place,
  }
}

const fatal = (policy: PolicyText, { path, problem }: Fault): PolicyComplaint => ({
  kind: 'fatal',
  key: quoted(path.join('.')),
  message: policyText('not_understood', { ...whereOf(policy, path), problem }),
})

const complaintOf = (policy: PolicyText, fault: Fault): PolicyComplaint => {
  if (fault.kind === 'stops') return fatal(policy, fault)
  const where = { ...whereOf(policy, fault.path), problem: fault.problem }
  return {
    kind: 'invalid',
    key: quoted(fault.path.join('.')),
    message:
      fault.kind === 'left out'
        ? policyText('left_out', where)
        : policyText('strictly', { ...where, reading: quoted(JSON.stringify(fault.reading)) }),
  }
}

/** Keys that no row knows: without object, or in the way. */
const strangeKeys = (policy: PolicyText, value: Json): readonly PolicyComplaint[] => {
  const strange = keysWithoutEffect(value, policyCheck.schema).map(({ path }) => path)
  const isHarmless = (path: Path): boolean => {
    const names = path.map((_, index) => path.slice(0, index + 1).join('.'))
    return names.some(name => WITHOUT_OBJECT.has(name) || ELSEWHERE.has(name))
  }
  const harmless = strange.filter(isHarmless)
  const unknown = strange.filter(
    path => !isHarmless(path) && !(path[0] === 'forceLoginGatewayUrl' || path[0] === FOREIGN_SCHEMA),
  )
  const relaxed = value['ignoreUnknownPolicy'] === true
  return [
    ...(relaxed
      ? note(policy, 'unknown_ignored', unknown)
      : unknown.map(
          (path): PolicyComplaint => ({
            kind: 'fatal',
            key: quoted(path.join('.')),
            message: policyText('unknown', whereOf(policy, path)),
          }),
        )),
    ...note(policy, 'no_object', harmless),
  ]
}

const FOREIGN_SCHEMA = '$schema'

const versionNote = (policy: PolicyText, value: Json): readonly PolicyComplaint[] =>
  note(
    policy,
    'other_versions',
    VERSION_KEYS.filter(key => Object.hasOwn(value, key)).map(key => [key]),
  )

const note = (
  { file }: PolicyText,
  row: 'unknown_ignored' | 'no_object' | 'other_versions',
  paths: readonly Path[],
): readonly PolicyComplaint[] =>
  paths.length === 0
    ? []
    : [
        {
          kind: 'note',
          message: policyText(row, { file: escaped(file), keys: paths.map(path => quoted(path.join('.'))) }),
        },
      ]
