import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { lookText } from '../../../protocol/messages/permissions/read-only-commands.ts'
import type { ReadFlags } from './flags.ts'
import { HARMLESS_VARIABLE } from './harmless-variable.ts'
import type { Program } from './program.ts'
import { list } from './word-list.ts'

const every =
  (form: RegExp, why: LocalizedText) =>
  (read: ReadFlags): LocalizedText | undefined =>
    read.operands.every(word => form.test(word.text)) ? undefined : why
const NAMES = every(/^[\w.+-]+$/, lookText('slash_is_path'))

/** Without a dash the letter e shows environments; what ps does not understand behind a dash it reads like that too. */
const plainPs = (name: string, value: string): boolean => {
  if (name === 'u') return /^(?:x[wf]*|root|\d+)$/.test(value)
  if (name === 'p' || name === 'pid' || name === 'ppid') return /^\d+(?:,\d+)*$/.test(value)
  if (name === 'C') return /^[\w.-]{3,}$/.test(value)
  return value.split(',').every(field => PS_FIELDS.has(field.replace(/^[-+]/, '').replace(/=$/, '')))
}
const PS_FIELDS = new Set(
  list(
    'pid ppid pgid sid user uid group gid ruser euser comm cmd args command ucmd etime etimes time stat state s pcpu %cpu pmem %mem rss vsz size tty tt nice ni start lstart start_time pri psr nlwp wchan',
  ),
)
/** What may stand with -e: together with anything else ps may take the whole line for its other syntax. */
const WITH_EVERY = [
  list('e f w H L forest no-headers sort'),
  list('e l f w'),
  list('e o sort no-headers forest'),
]
const plainProcesses = (read: ReadFlags): LocalizedText | undefined => {
  const seen = [...read.seen]
  const plain =
    WITH_EVERY.some(names => seen.every(name => names.includes(name))) && read.operands.length === 0
  if (read.seen.has('e') && !plain) return lookText('ps_environments')
  return every(/^[axulwjfvrTh]+$/, lookText('ps_environments'))(read)
}
const plainSockets = (name: string, value: string): boolean =>
  // A host name would be looked up.
  name === 'i' ? /^[46]?(?:tcp|udp)?(?::\d+(?:[-,]\d+)*)?$/i.test(value) : /^[\w.,^-]+$/.test(value)

/** Behind a bare -i the next word is an address, and a name in it would be looked up. */
const plainOpenFiles = (read: ReadFlags): LocalizedText | undefined => {
  const bare = read.values.some(one => one.name === 'i' && one.value === '')
  const plain = read.operands.every(({ text, glob }) =>
    // A name that begins with a plus is an option.
    bare ? plainSockets('i', text) : !glob && (!/^[+:@]/.test(text) || /^:\d+$/.test(text)),
  )
  if (!plain) return lookText('lsof_operand')
  return asksNobody(read) ? undefined : lookText('asks_name_server', { program: 'lsof' })
}

/** Of files and of single ports there are no names of strangers to look up; -t shows numbers of processes only. */
const asksNobody = ({ seen, values, operands }: ReadFlags): boolean => {
  if (seen.has('n') || seen.has('t')) return true
  const sockets = values.filter(one => one.name === 'i').map(one => one.value)
  if (sockets.length === 0) return operands.length > 0 && values.length === 0
  return [...sockets.filter(value => value !== ''), ...operands.map(one => one.text)].some(value =>
    value.includes(':'),
  )
}

const WHOLE_LOOKUP: Program = { flags: { short: 'a' }, operands: 'data', refuse: NAMES }

/** Facts about the machine. Nothing here takes an operand that changes it, and nothing shows an environment. */
export const SYSTEM_FACTS: Readonly<Record<string, Program>> = {
  whoami: { flags: {}, operands: 'none' },
  id: {
    flags: { short: 'gGnruz', long: list('group groups name real user zero') },
    operands: 'data',
    refuse: NAMES,
  },
  uname: {
    flags: {
      short: 'asnrvmpio',
      long: list('all kernel-name nodename kernel-release kernel-version machine processor operating-system'),
    },
    operands: 'none',
  },
  arch: { flags: {}, operands: 'none' },
  // -f, -d, -i and -A ask the name server.
  hostname: { flags: { short: 'sI', long: list('short all-ip-addresses') }, operands: 'none' },
  uptime: { flags: { short: 'ps', long: list('pretty since') }, operands: 'none' },
  nproc: { flags: { long: ['all'], longValue: ['ignore'] }, operands: 'none' },
  free: {
    flags: { short: 'bkmghltwv', long: list('bytes kibi mebi gibi human lohi total wide si') },
    operands: 'none',
  },
  ps: {
    flags: {
      short: 'eAfFlwjLHTadxyMZc',
      shortValue: 'oupC',
      long: list('forest no-headers headers'),
      longValue: list('sort pid ppid'),
      check: plainPs,
    },
    operands: 'data',
    refuse: plainProcesses,
  },
  pgrep: {
    flags: {
      short: 'lafxnociv',
      shortValue: 'uPd',
      long: list('list-name list-full full exact newest oldest count ignore-case'),
    },
    operands: 'data',
  },
  lsof: {
    flags: { short: 'nPltUVaw', shortValue: 'puc', shortAttached: 'i', check: plainSockets },
    operands: 'paths',
    refuse: plainOpenFiles,
  },
  ss: {
    flags: {
      short: 'natulpsxeimo460HO',
      long: list(
        'numeric all tcp udp listening processes summary unix ipv4 ipv6 extended info memory no-header',
      ),
    },
    operands: 'none',
  },
  lscpu: {
    flags: {
      short: 'abBcJxy',
      shortAttached: 'eCp',
      long: list('all online offline json hex physical bytes output-all'),
      longOptional: list('extended caches parse'),
    },
    operands: 'none',
  },
  lsblk: {
    flags: {
      short: 'abdfilmnOpPrSt',
      shortAttached: 'T',
      shortValue: 'eIox',
      long: list(
        'all bytes nodeps fs ascii json list perms noheadings output-all paths pairs raw scsi topology',
      ),
      longValue: list('exclude include output sort'),
    },
    operands: 'none',
  },
  locale: {
    // -m unpacks, with another program.
    flags: { short: 'ack', long: list('all-locales category-name keyword-name') },
    operands: 'data',
    refuse: NAMES,
  },
  // -v starts another program.
  getconf: {
    flags: { short: 'a', optionsFirst: true },
    operands: 'data',
    refuse: read =>
      read.operands.length + (read.seen.has('a') ? 1 : 0) === 1 ? NAMES(read) : lookText('getconf_name'),
  },
  // A number would set the limit.
  ulimit: {
    flags: { short: 'aSH' },
    operands: 'none',
    refuse: read => (read.seen.has('a') ? undefined : lookText('ulimit_sets')),
  },
  mount: { flags: {}, operands: 'none' },
  // Without -n it asks the name server.
  netstat: {
    flags: {
      short: 'tulnp46',
      long: list('tcp udp listening numeric programs'),
    },
    operands: 'none',
    refuse: read =>
      read.seen.has('n') || read.seen.has('numeric')
        ? undefined
        : lookText('asks_name_server', { program: 'netstat' }),
  },
  // A variable may hold a secret.
  printenv: {
    flags: {},
    operands: 'data',
    refuse: read =>
      read.operands.length > 0 && read.operands.every(word => HARMLESS_VARIABLE.test(word.text))
        ? undefined
        : lookText('printenv_secrets'),
  },
  which: WHOLE_LOOKUP,
  whereis: { flags: { short: 'bms' }, operands: 'data', refuse: NAMES },
  type: { flags: { short: 'atp' }, operands: 'data', refuse: NAMES },
  // Only asked where a name leads: without -v it runs what follows.
  command: {
    flags: { short: 'vV' },
    operands: 'data',
    refuse: read =>
      read.seen.has('v') || read.seen.has('V')
        ? NAMES(read)
        : lookText('runs_command', { program: 'command' }),
  },
}
