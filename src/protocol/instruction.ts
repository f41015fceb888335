/** Text from files that tell the model how to work here: instruction files, rules, the memory index. */
export interface LoadedInstruction {
  readonly path: string
  readonly scope: 'managed' | 'user' | 'project' | 'local' | 'memory'
  /** `nested`: a file of its directory was touched; `matched`: a file its `paths` name was. */
  readonly reason: 'start' | 'nested' | 'matched' | 'import' | 'compact'
  readonly tokens: number
  /** The file that imported it. */
  readonly importedBy?: string
  /** The file that was touched. */
  readonly trigger?: string
  /** For `matched`: the `paths` of the rule. */
  readonly globs?: readonly string[]
}
