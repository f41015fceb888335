import type { PermissionUpdate } from '../../protocol/permission.ts'
import type { JsoncEdit } from './edit-jsonc.ts'

/** What a lasting answer changes in its settings file. `present` are the rules of that behaviour already there. */
export const editsOf = (update: PermissionUpdate, present: readonly string[]): readonly JsoncEdit[] => {
  switch (update.type) {
    case 'setMode':
      return [{ kind: 'set', path: ['permissions', 'defaultMode'], value: update.mode }]
    case 'addDirectories':
      return [{ kind: 'append', path: DIRECTORIES, items: update.directories }]
    case 'removeDirectories':
      return [{ kind: 'remove', path: DIRECTORIES, items: update.directories }]
    case 'addRules':
      return [{ kind: 'append', path: ['permissions', update.behavior], items: textsOf(update) }]
    case 'removeRules':
      return [{ kind: 'remove', path: ['permissions', update.behavior], items: textsOf(update) }]
    case 'replaceRules': {
      const path = ['permissions', update.behavior]
      const items = textsOf(update)
      return [
        { kind: 'remove', path, items: present.filter(text => !items.includes(text)) },
        { kind: 'append', path, items },
      ]
    }
  }
}

const DIRECTORIES = ['permissions', 'additionalDirectories']

const textsOf = ({ rules }: Extract<PermissionUpdate, { readonly rules: unknown }>): readonly string[] =>
  rules.map(({ toolName, ruleContent }) =>
    ruleContent === undefined ? toolName : `${toolName}(${ruleContent})`,
  )
