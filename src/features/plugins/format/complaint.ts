/** What is wrong with a file of a plugin or a marketplace, in words for whoever wrote it. */
export interface Complaint {
  /** An error keeps it from being used; a warning does not. */
  readonly level: 'error' | 'warning'
  /** Dotted; empty: the file as a whole. */
  readonly key: string
  readonly message: string
}

export type Complain = (level: Complaint['level'], key: string, message: string) => undefined

export type Json = Readonly<Record<string, unknown>>

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The kind only: a value may be a secret. */
export const kindOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

export const collectComplaints = (): { readonly all: Complaint[]; readonly complain: Complain } => {
  const all: Complaint[] = []
  return {
    all,
    complain: (level, key, message) => {
      all.push({ level, key, message })
      return undefined
    },
  }
}
