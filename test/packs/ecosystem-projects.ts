import type { Ecosystem } from './ecosystems.ts'

const NODE: Ecosystem = {
  name: 'Node and TypeScript',
  needs: ['npm', 'node'],
  usesOurModules: true,
  files: {
    'package.json': JSON.stringify({
      name: 'small',
      private: true,
      type: 'module',
      scripts: { typecheck: 'tsc --noEmit', lint: 'oxlint --deny-warnings src', test: 'node --test test/' },
    }),
    'package-lock.json': '{}',
    'tsconfig.json': JSON.stringify({
      compilerOptions: { strict: true, module: 'nodenext', target: 'es2022', types: [] },
      include: ['src'],
    }),
    '.oxfmtrc.json': '{ "semi": false }',
    'src/add.ts': 'export function add(a: number, b: number): number {\n  return a + b\n}\n',
    'test/add.test.mjs':
      "import test from 'node:test'\nimport assert from 'node:assert'\ntest('adds', () => assert.equal(1 + 1, 2))\n",
  },
  checks: [
    /^types npm run --silent typecheck$/,
    /^lint npm run --silent lint$/,
    /^test npm run --silent test$/,
  ],
  broken: [
    {
      why: 'a wrong type',
      file: 'src/add.ts',
      from: 'return a + b',
      to: 'return `${a}${b}`',
      told: /^Not committed: type check failed[\s\S]*src\/add\.ts\(2,3\): error TS2322/,
    },
    {
      why: 'a finding of the linter',
      file: 'src/add.ts',
      from: '  return a + b',
      to: '  debugger\n  return a + b',
      told: /^Not committed: lint failed[\s\S]*no-debugger/,
    },
    {
      why: 'a failing test',
      file: 'test/add.test.mjs',
      from: '1 + 1, 2',
      to: '1 + 1, 3',
      told: /^Not committed: tests failed[\s\S]*2 !== 3/,
    },
  ],
  format: {
    formatter: 'oxfmt',
    file: 'src/new.ts',
    before: 'export const  a = {b:1};\n',
    after: 'export const a = { b: 1 }\n',
    syntaxError: 'export const = ;\n',
  },
}

const PRETTIER: Ecosystem = {
  name: 'JavaScript with prettier',
  needs: ['node', 'node_modules/prettier'],
  usesOurModules: true,
  files: {
    'package.json': JSON.stringify({
      name: 'small',
      prettier: { singleQuote: true },
      scripts: { test: 'node --check a.js' },
    }),
    'a.js': "export const a = 'b';\n",
  },
  checks: [/^test npm run --silent test$/],
  broken: [
    {
      why: 'a syntax error',
      file: 'a.js',
      from: "'b'",
      to: '',
      told: /^Not committed: tests failed[\s\S]*SyntaxError/,
    },
  ],
  format: {
    formatter: 'prettier',
    file: 'b.js',
    before: 'const  a = "b"\n',
    after: "const a = 'b';\n",
    syntaxError: 'const = ;\n',
  },
}

const PYTHON: Ecosystem = {
  name: 'Python',
  needs: ['black', 'pytest', 'mypy'],
  files: {
    'pyproject.toml':
      '[project]\nname = "small"\n[tool.black]\nline-length = 60\n[tool.mypy]\nstrict = true\nfiles = ["small.py"]\n[tool.pytest.ini_options]\n',
    'small.py': 'def add(a: int, b: int) -> int:\n    return a + b\n',
    'test_small.py': 'from small import add\n\n\ndef test_add() -> None:\n    assert add(1, 1) == 2\n',
  },
  checks: [/^types mypy$/, /^test pytest -q$/],
  broken: [
    {
      why: 'a wrong type',
      file: 'small.py',
      from: 'return a + b',
      to: 'return str(a + b)',
      told: /^Not committed: type check failed[\s\S]*small\.py:2: error: Incompatible return value type/,
    },
    {
      why: 'a failing test',
      file: 'test_small.py',
      from: '== 2',
      to: '== 3',
      told: /^Not committed: tests failed[\s\S]*assert 2 == 3/,
    },
  ],
  format: {
    formatter: 'black',
    file: 'new.py',
    before: "x = {  'a':1 }\n",
    after: 'x = {"a": 1}\n',
    syntaxError: 'def x(:\n',
  },
}

const GO: Ecosystem = {
  name: 'Go',
  needs: ['go', 'gofmt'],
  files: {
    'go.mod': 'module small\n\ngo 1.19\n',
    'add.go': 'package small\n\nfunc Add(a, b int) int {\n\treturn a + b\n}\n',
    'add_test.go':
      'package small\n\nimport "testing"\n\nfunc TestAdd(t *testing.T) {\n\tif Add(1, 1) != 2 {\n\t\tt.Fatal("not two")\n\t}\n}\n',
  },
  checks: [/^types go vet \.\/\.\.\.$/, /^test go test \.\/\.\.\.$/],
  broken: [
    {
      why: 'a wrong type',
      file: 'add.go',
      from: 'return a + b',
      to: 'return "x"',
      told: /^Not committed: type check failed[\s\S]*add\.go:4:9: cannot use "x"/,
    },
    {
      why: 'a failing test',
      file: 'add.go',
      from: 'a + b',
      to: 'a - b',
      told: /^Not committed: tests failed[\s\S]*not two/,
    },
  ],
  format: {
    formatter: 'gofmt',
    file: 'new.go',
    before: 'package small\n\nvar  x = 1\n',
    after: 'package small\n\nvar x = 1\n',
    syntaxError: 'package small\n\nvar = 1\n',
  },
}

const RUST: Ecosystem = {
  name: 'Rust',
  needs: ['cargo', 'rustfmt'],
  files: {
    'Cargo.toml': '[package]\nname = "small"\nversion = "0.1.0"\nedition = "2021"\n',
    'Cargo.lock': 'version = 3\n\n[[package]]\nname = "small"\nversion = "0.1.0"\n',
    'src/lib.rs':
      'pub fn add(a: i32, b: i32) -> i32 {\n    a + b\n}\n\n#[test]\nfn adds() {\n    assert_eq!(add(1, 1), 2);\n}\n',
  },
  checks: [/^types cargo check/, /^test cargo test/],
  broken: [
    {
      why: 'a wrong type',
      file: 'src/lib.rs',
      from: 'a + b',
      to: '"x"',
      told: /^Not committed: type check failed[\s\S]*expected `i32`, found `&str`/,
    },
    {
      why: 'a failing test',
      file: 'src/lib.rs',
      from: 'a + b',
      to: 'a - b',
      told: /^Not committed: tests failed[\s\S]*adds/,
    },
  ],
  format: {
    formatter: 'rustfmt',
    file: 'src/new.rs',
    // The name of a module would be `async` in the edition of 2015.
    before: 'mod other;\npub async fn  x(){}\n',
    after: 'mod other;\npub async fn x() {}\n',
    syntaxError: 'fn {\n',
  },
}

const C: Ecosystem = {
  name: 'C with a Makefile',
  needs: ['make', 'cc', 'clang-format'],
  files: {
    Makefile:
      'lint: main.c\n\tcc -Wall -Werror -fsyntax-only main.c\n\ntest: main.c\n\tcc -o main main.c\n\t./main\n',
    '.clang-format': 'BasedOnStyle: LLVM\n',
    'main.c': 'int main(void) { return 0; }\n',
  },
  checks: [/^lint make --no-print-directory lint$/, /^test make --no-print-directory test$/],
  broken: [
    {
      why: 'a warning',
      file: 'main.c',
      from: 'return 0;',
      to: 'int unused; return 0;',
      told: /^Not committed: lint failed[\s\S]*main\.c:1:\d+: error: unused variable/,
    },
    {
      why: 'a failing test',
      file: 'main.c',
      from: 'return 0;',
      to: 'return 1;',
      told: /^Not committed: tests failed[\s\S]*test\] Error 1/,
    },
  ],
  format: {
    formatter: 'clang-format',
    file: 'new.c',
    before: 'int  x( void ){return 1;}\n',
    after: 'int x(void) { return 1; }\n',
  },
}

const DOTNET: Ecosystem = {
  name: '.NET',
  needs: ['dotnet'],
  files: {
    'small.csproj':
      '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFramework>net$(BundledNETCoreAppTargetFrameworkVersion)</TargetFramework><UseAppHost>false</UseAppHost></PropertyGroup></Project>\n',
    'NuGet.config': '<configuration><packageSources><clear /></packageSources></configuration>\n',
    '.editorconfig': 'root = true\n[*.cs]\nindent_size = 4\n',
    'Add.cs':
      'namespace Small;\n\npublic static class Sums\n{\n    public static int Add(int a, int b) => a + b;\n}\n',
  },
  checks: [/^types dotnet build/],
  broken: [
    {
      why: 'a wrong type',
      file: 'Add.cs',
      from: 'a + b',
      to: '"x"',
      told: /^Not committed: type check failed[\s\S]*Add\.cs\(5,\d+\): error CS0029/,
    },
  ],
  format: {
    formatter: 'dotnet-format',
    file: 'New.cs',
    before: 'namespace Small;\n\npublic  class New\n{\n  public int  X;\n}\n',
    after: 'namespace Small;\n\npublic class New\n{\n    public int X;\n}\n',
  },
}

const SHELL: Ecosystem = {
  name: 'Shell',
  needs: ['make', 'shfmt'],
  files: {
    Makefile: 'lint:\n\tsh -n run.sh\n\tshfmt -d run.sh\n\ncheck:\n\tsh run.sh\n',
    'run.sh': 'if true; then\n\techo yes\nfi\n',
  },
  checks: [/^lint make --no-print-directory lint$/, /^test make --no-print-directory check$/],
  broken: [
    {
      why: 'a syntax error',
      file: 'run.sh',
      from: 'fi',
      to: '',
      told: /^Not committed: lint failed[\s\S]*run\.sh/,
    },
  ],
  format: {
    formatter: 'shfmt',
    file: 'new.sh',
    before: 'if true;then\necho yes;fi\n',
    after: 'if true; then\n\techo yes\nfi\n',
    syntaxError: 'if (\n',
  },
}

export const ECOSYSTEMS: readonly Ecosystem[] = [NODE, PRETTIER, PYTHON, GO, RUST, C, DOTNET, SHELL]
