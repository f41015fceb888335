/** Who brings a contribution, and with what standing. */
export type ContributionSource =
  | { readonly level: 'built-in' }
  /** What it brings carries its name. */
  | { readonly level: 'plugin'; readonly name: string }
  /** An MCP server; the names of its tools and prompts carry its own. */
  | { readonly level: 'server'; readonly name: string }
  /** The command line, or the program that drives this one. */
  | { readonly level: 'flag' }
  | {
      readonly level: 'managed' | 'user' | 'project' | 'local'
      /** The directory it was found in; within a level ours goes before that of others. */
      readonly directory?: '.capstan' | '.claude'
    }
