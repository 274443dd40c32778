import { namesOf, startsOf, type CodeLanguage } from './language.ts'

const FILL = /\$\{[^{}]*\}|[$@]\w+(?:\{[^{}]*\})?|\{\$[^{}]*\}/g

export const PERL: CodeLanguage = {
  quoting: {
    comment: ['#'],
    blocks: false,
    quotes: `'"`,
    ticks: 'command',
    fills: { '"': FILL, '`': FILL },
    bracketed: /(qq|qx|qw|q)\s*[^\w\s,;=)]/y,
    patterns: true,
  },
  starts: startsOf({ words: 'system exec', text: 'readpipe', pipe: 'open' }),
  touches: namesOf({
    '': 'unlink rmdir rename truncate chmod chown symlink link kill',
    'File::Path': 'rmtree remove_tree',
  }),
  evaluates: ['eval'],
  finds: ['can', 'require'],
  bare: true,
  hides: /&\{|&\$|->\$\w+\(/,
}

export const RUBY: CodeLanguage = {
  quoting: {
    comment: ['#'],
    blocks: false,
    quotes: `'"`,
    ticks: 'command',
    fills: { '"': /#\{[^{}]*\}/g, '`': /#\{[^{}]*\}/g },
    bracketed: /(%[xqQwWi]?)[([{<|!/]/y,
    patterns: true,
  },
  starts: startsOf({
    words: 'system exec spawn popen capture2 capture2e capture3 popen2 popen2e popen3 pipeline sh',
  }),
  touches: namesOf({
    FileUtils:
      'rm rm_r rm_f rm_rf remove_dir remove_entry remove_entry_secure rmtree mv cp cp_r chmod_R chown_R ln_s ln_sf',
    File: 'read readlines binread open delete unlink rename write binwrite truncate symlink chmod chown',
    Dir: 'rmdir',
    Process: 'kill',
  }),
  evaluates: ['eval', 'instance_eval', 'class_eval', 'module_eval'],
  finds: ['send', '__send__', 'public_send', 'const_get', 'method'],
  ambiguous: {
    delete: /File\b|Dir\b|Pathname/,
    rm: /FileUtils|rake/i,
    cp: /FileUtils/,
    mv: /FileUtils/,
    sh: /rake|Rake/,
    write: /File|IO|Pathname/,
    read: /File|IO|Pathname/,
    open: /File/,
    kill: /Process/,
  },
  bare: true,
}

export const PHP: CodeLanguage = {
  quoting: {
    comment: ['#', '//'],
    blocks: true,
    quotes: `'"`,
    ticks: 'command',
    fills: { '"': FILL, '`': FILL },
  },
  starts: startsOf({ text: 'system exec shell_exec passthru popen proc_open', exec: 'pcntl_exec' }),
  touches: namesOf({
    '': 'unlink rmdir rename file_get_contents readfile file_put_contents fopen copy chmod chown symlink link move_uploaded_file',
  }),
  evaluates: ['eval', 'assert', 'create_function'],
  finds: ['call_user_func', 'call_user_func_array', 'array_map', 'usort', 'include', 'require'],
  hides: /\$\w+\s*\(|\$\{|\$\$/,
}

export const LUA: CodeLanguage = {
  quoting: { comment: ['--'], blocks: false, quotes: `'"`, long: true },
  starts: startsOf({ text: 'execute popen' }),
  touches: namesOf({ os: 'remove rename', io: 'open' }),
  evaluates: ['load', 'loadstring', 'dofile', 'loadfile'],
  finds: [],
  ambiguous: { remove: /\bos\b/, open: /\bio\b/ },
  hides: /\b_G\s*\[|\bos\s*\[|\bio\s*\[/,
}

export const R: CodeLanguage = {
  quoting: { comment: ['#'], blocks: false, quotes: `'"` },
  starts: startsOf({ text: 'system shell', words: 'system2' }),
  touches: namesOf({ R: 'unlink', '': 'file.remove file.rename' }),
  evaluates: ['eval', 'source'],
  finds: ['get', 'do.call'],
}

/** Languages in which a call to the system looks alike: Julia, Elixir, Erlang, Groovy, Tcl's own is elsewhere. */
export const OTHER: CodeLanguage = {
  quoting: { comment: ['#'], blocks: false, quotes: `'"`, ticks: 'command' },
  starts: startsOf({
    text: 'shell system callCommand readCreateProcess shellStrict',
    words: 'run cmd exec sh rawSystem spawn execute',
  }),
  touches: namesOf({ Base: 'rm', File: 'delete rm_rf rm_r deleteRecursively removeDirectoryRecursive' }),
  evaluates: ['eval', 'include_string'],
  finds: [],
  bare: true,
  // Texts that are called: `"x".execute()`, `"x".!`.
  hides: /["'\]]\s*\.\s*(?:execute\s*\(|!)|\bsys\.process\b|NSTask|\bProcess\s*\(/,
}

export const C: CodeLanguage = {
  quoting: { comment: ['//'], blocks: true, quotes: `'"` },
  starts: startsOf({
    text: 'system popen',
    exec: 'execl execlp execle execv execvp execve posix_spawn posix_spawnp',
  }),
  touches: namesOf({ '': 'unlink remove rename rmdir truncate chmod fopen' }),
  evaluates: [],
  finds: [],
}

export const LISP: CodeLanguage = {
  quoting: { comment: [';'], blocks: false, quotes: '"', isLisp: true },
  starts: startsOf({
    text: 'shell-command shell-command-to-string async-shell-command compile system shell run-program run-shell-command',
    words: 'system* sh start-process call-process process-lines make-process',
  }),
  touches: namesOf({ '': 'delete-file delete-directory rename-file write-region' }),
  evaluates: ['eval', 'load', 'load-file'],
  finds: [],
  lisp: true,
}
