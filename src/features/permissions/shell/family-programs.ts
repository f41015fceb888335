import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { lookText } from '../../../protocol/messages/permissions/read-only-commands.ts'
import type { ReadFlags } from './flags.ts'
import type { Program } from './program.ts'
import { list } from './word-list.ts'

const NPM_LS: Program = {
  flags: {
    short: 'galp',
    long: list('global all json long parseable production link'),
    longValue: list('depth omit include'),
    check: (name, value) =>
      (name === 'depth' ? /^(?:\d+|Infinity)$/ : /^(?:dev|optional|peer|prod)$/).test(value),
  },
  operands: 'data',
}
const PIP: Readonly<Record<string, Program>> = {
  list: {
    flags: {
      short: 'l',
      long: list('local user not-required exclude-editable editable'),
      longValue: ['format', 'exclude'],
    },
    operands: 'none',
  },
  freeze: {
    flags: {
      short: 'l',
      long: list('local user all exclude-editable'),
      longValue: ['exclude'],
    },
    operands: 'none',
  },
  show: { flags: { short: 'fv', long: list('files verbose') }, operands: 'data' },
}
const DOCKER: Readonly<Record<string, Program>> = {
  ps: {
    flags: {
      short: 'aqls',
      shortValue: 'fn',
      long: list('all quiet latest size no-trunc'),
      longValue: list('filter format last'),
    },
    operands: 'none',
  },
  images: {
    flags: {
      short: 'aq',
      shortValue: 'f',
      long: list('all quiet digests no-trunc'),
      longValue: list('filter format'),
    },
    operands: 'data',
  },
  logs: {
    flags: {
      short: 't',
      shortValue: 'n',
      long: list('timestamps details'),
      longValue: list('tail since until'),
    },
    operands: 'data',
  },
  version: { flags: { shortValue: 'f', longValue: ['format'] }, operands: 'none' },
}

/** Kinds of objects that hold no secrets by their nature. */
const KINDS = new Set(
  list(
    'all pod pods po service services svc deployment deployments deploy replicaset replicasets rs statefulset statefulsets sts daemonset daemonsets ds job jobs cronjob cronjobs cj node nodes no namespace namespaces ns ingress ingresses ing event events ev endpoints ep pvc persistentvolumeclaim persistentvolumeclaims pv persistentvolume persistentvolumes configmap configmaps cm hpa horizontalpodautoscaler horizontalpodautoscalers storageclass storageclasses sc networkpolicy networkpolicies netpol',
  ),
)
const areKinds = (text: string): boolean => text.split(',').every(kind => KINDS.has(kind))
const plainObjects = (read: ReadFlags): LocalizedText | undefined => {
  const [first, ...rest] = read.operands.map(word => word.text)
  if (first === undefined) return lookText('kubectl_nothing')
  const paired = [first, ...rest].every(
    text => /^[^/]+\/[^/]+$/.test(text) && areKinds(text.split('/')[0] ?? ''),
  )
  const named = areKinds(first) && rest.every(text => !text.includes('/'))
  return paired || named ? undefined : lookText('kubectl_secrets')
}
const isNameOrKind = (text: string): boolean => !text.includes('/') || areKinds(text.split('/')[0] ?? '')
/** Output in a form that is written in the command itself. */
const plainOutput = (name: string, value: string): boolean =>
  !['o', 'output'].includes(name) ||
  /^=?(?:wide|json|yaml|name|jsonpath=[\s\S]*|custom-columns=[\s\S]*)$/.test(value)
const KUBECTL_VALUES = list('namespace selector field-selector sort-by output chunk-size')

const KUBECTL: Readonly<Record<string, Program>> = {
  // Without --client it asks the cluster.
  version: {
    flags: { long: ['client'] },
    operands: 'none',
    refuse: read => (read.seen.has('client') ? undefined : lookText('kubectl_version')),
  },
  get: {
    flags: {
      short: 'A',
      shortValue: 'nolL',
      long: list('all-namespaces show-labels no-headers show-kind ignore-not-found'),
      longValue: KUBECTL_VALUES,
      check: plainOutput,
    },
    operands: 'data',
    refuse: plainObjects,
  },
  describe: {
    flags: { short: 'A', shortValue: 'nl', long: ['all-namespaces'], longValue: list('namespace selector') },
    operands: 'data',
    refuse: plainObjects,
  },
  logs: {
    flags: {
      short: 'p',
      shortValue: 'ncl',
      long: list('previous timestamps all-containers prefix'),
      longValue: list('namespace container selector tail since since-time limit-bytes'),
      longOptional: ['all-containers'],
    },
    operands: 'data',
    refuse: read =>
      read.operands.every(word => isNameOrKind(word.text)) ? undefined : lookText('kubectl_secrets'),
  },
}

/** By program, then by the word that follows it. Options before that word choose another target, so none is taken. */
export const PROGRAM_FAMILIES: Readonly<Record<string, Readonly<Record<string, Program>>>> = {
  npm: { ls: NPM_LS, list: NPM_LS },
  pip: PIP,
  pip3: PIP,
  docker: DOCKER,
  kubectl: KUBECTL,
}
