/** Something of an extension that can run, send, read or grant. Shown before a yes, and compared with what a later version has. */
export interface Power {
  readonly kind: PowerKind
  /** What it is, for a person: every field of it, in foreign words. */
  readonly what: string
  /** Of all its data: another definition is another power. Absent in records of earlier versions, which match nothing. */
  readonly sha256?: string
}

export type PowerKind =
  | 'hook'
  | 'server'
  | 'language server'
  | 'monitor'
  | 'program'
  | 'permission'
  | 'command'
  | 'skill'
  | 'script'
  | 'agent'
  | 'workflow'
  | 'output style'
  | 'setting'
  | 'option'
  | 'dependency'
