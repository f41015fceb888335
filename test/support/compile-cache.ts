import runtime from 'node:module'
import { join } from 'node:path'

// Packages that workers and the threads of tests load are compiled once, not by each of them: of opening a PDF that is
// two fifths.
runtime.enableCompileCache?.(join(import.meta.dirname, '../../node_modules/.cache/capstan-test-compiled'))
