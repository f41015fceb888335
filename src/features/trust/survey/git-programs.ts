/** A setting of a git configuration file. */
export interface GitSetting {
  /** `section.subsection.key`, section and key in lower case. */
  readonly key: string
  readonly value: string
}

/** Settings that make git start a program, or take up more settings. */
const PROGRAM_KEYS = [
  /^(?:filter|includeif|difftool|mergetool|browser)\./,
  /^(?:include\.path|sequence\.editor|interactive\.difffilter|uploadpack\.packobjectshook)$/,
  /^core\.(?:fsmonitor|sshcommand|hookspath|pager|editor|askpass|gitproxy|alternaterefscommand)$/,
  /^diff\.(?:external|(?:.*\.)?(?:command|textconv))$/,
  /^(?:credential\.(?:.*\.)?helper|gpg\.(?:.*\.)?program|merge\..*\.driver)$/,
  /^remote\..*\.(?:uploadpack|receivepack|vcs)$/,
  /^trailer\..*\.(?:command|cmd)$/,
]
/** These may hold something else as well: a plain switch, or words for git itself. */
const SWITCH = /^"?(?:true|false|yes|no|on|off|0|1|)"?$/i
const SHELL_WORDS = /^(?:alias\..*|submodule\..*\.update)$/

const SECTION = /^\[\s*([A-Za-z0-9.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/

/** The settings of a configuration file that run a program, in their order. */
export const programsIn = (config: string): readonly GitSetting[] =>
  settingsIn(config).filter(({ key, value }) => {
    if (SHELL_WORDS.test(key)) return /^"?!/.test(value)
    if (key === 'core.fsmonitor' || key.startsWith('pager.')) return !SWITCH.test(value)
    return PROGRAM_KEYS.some(pattern => pattern.test(key))
  })

const settingsIn = (config: string): readonly GitSetting[] => {
  const found: GitSetting[] = []
  let section = ''
  // A backslash at the end of a line goes on with the next.
  const lines = config
    .replace(/^\ufeff/, '')
    .replace(/\\\r?\n/g, '')
    .split(/\r?\n/)
  for (const raw of lines) {
    let line = raw.trim()
    for (let header = SECTION.exec(line); header; header = SECTION.exec(line)) {
      const name = (header[1] ?? '').toLowerCase()
      section = header[2] === undefined ? name : `${name}.${header[2].replace(/\\(.)/g, '$1')}`
      line = line.slice(header[0].length).trim()
    }
    const setting = /^([A-Za-z][A-Za-z0-9-]*)\s*(?:=\s*(.*))?$/.exec(line)
    if (setting?.[1]) found.push({ key: `${section}.${setting[1].toLowerCase()}`, value: setting[2] ?? '' })
  }
  return found
}
