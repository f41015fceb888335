export type OperatorName = 'd' | 'c' | 'y' | '>' | '<' | 'gu' | 'gU' | 'g~'

export interface Motion {
  readonly name: string
  /** For f, F, t, T. */
  readonly char?: string
}

/** `iw`, `a"` and the like. */
export interface ObjectName {
  readonly around: boolean
  readonly of: string
}

/** One complete command of normal mode. */
export type Command =
  | { readonly type: 'motion'; readonly motion: Motion; readonly count?: number }
  | {
      readonly type: 'operate'
      readonly operator: OperatorName
      readonly count?: number
      readonly target: Target
    }
  | { readonly type: 'do'; readonly name: string; readonly count?: number; readonly char?: string }

export type Target =
  | { readonly by: 'motion'; readonly motion: Motion }
  | { readonly by: 'object'; readonly object: ObjectName }
  | { readonly by: 'lines' }
  /** As much as was selected when `.` was recorded: clusters, or lines. */
  | { readonly by: 'size'; readonly lines: boolean; readonly size: number }

export type Parsed =
  | { readonly kind: 'more' }
  | { readonly kind: 'bad' }
  | { readonly kind: 'done'; readonly command: Command }
