import type { ClientCapabilities } from 'vscode-languageserver-protocol'

/** What we can do with what servers say. */
export const CLIENT_CAPABILITIES: ClientCapabilities = {
  general: { positionEncodings: ['utf-16'] },
  workspace: {
    applyEdit: true,
    configuration: true,
    workspaceFolders: true,
    didChangeWatchedFiles: { dynamicRegistration: true },
    didChangeConfiguration: { dynamicRegistration: true },
    symbol: {},
    workspaceEdit: { documentChanges: true, resourceOperations: ['create', 'rename', 'delete'] },
  },
  textDocument: {
    synchronization: { didSave: true },
    publishDiagnostics: { versionSupport: true, relatedInformation: false },
    diagnostic: { dynamicRegistration: true, relatedDocumentSupport: true },
    definition: { linkSupport: false },
    implementation: { linkSupport: false },
    references: {},
    hover: { contentFormat: ['markdown', 'plaintext'] },
    signatureHelp: { signatureInformation: { documentationFormat: ['plaintext'] } },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    callHierarchy: {},
    typeHierarchy: {},
    rename: { prepareSupport: false },
    formatting: {},
    codeAction: {
      isPreferredSupport: true,
      dataSupport: true,
      resolveSupport: { properties: ['edit'] },
      codeActionLiteralSupport: {
        codeActionKind: { valueSet: ['', 'quickfix', 'refactor', 'source', 'source.organizeImports'] },
      },
    },
  },
}
