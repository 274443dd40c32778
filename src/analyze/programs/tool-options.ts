/** Tells whether a word is an option that is not known to be harmless. */
export type UnknownOption = (word: string) => boolean

/**
 * Takes the options whose values are never commands, separated by blanks. `-j*` stands for a letter with something
 * attached. Values behind `=` or `:` belong to the option; a program that takes `-x` and `--x` alike needs both.
 */
export function allBut(harmless: string): UnknownOption {
  const known = new Set(harmless.split(/\s+/))
  return (word) => {
    if (!/^-[^\s]/.test(word) || word === '--') return false
    const [name = ''] = /^[^=]*/.exec(word) ?? []
    return !known.has(name) && !known.has(`${word.slice(0, 2)}*`)
  }
}

const COMMON = '--help -h --version -v -V --verbose --quiet -q --silent --color --no-color --debug --json'

export const UNKNOWN_TO_PIP: UnknownOption = allBut(
  `${COMMON} -r --requirement -e --editable -U --upgrade --user --no-deps --no-cache-dir --pre -t --target -y --yes
  --force-reinstall --break-system-packages -i --index-url --extra-index-url --find-links -f --no-index --outdated -o
  --no-build-isolation --disable-pip-version-check --progress-bar --prefer-binary --only-binary --no-binary --timeout
  --retries --trusted-host --proxy --dry-run --ignore-installed -I --format --not-required --files -c --constraint
  --root-user-action --upgrade-strategy --require-hashes --no-input --require-virtualenv --dest -d --wheel-dir -w
  --cache-dir --isolated --local -l --path --exclude --all --report --use-pep517 -qq -vv --root --prefix --platform
  --python-version --abi --implementation --ignore-requires-python --no-compile --no-warn-script-location`,
)

export const UNKNOWN_TO_GO: UnknownOption = allBut(
  `${COMMON} -run --run -count -race -timeout -short -cover -coverprofile -covermode -coverpkg -bench -benchmem
  -benchtime -failfast -json -o -a -n -x -tags -trimpath -mod -modfile -p -parallel -cpu -shuffle -u -t -d -m -f -e
  -deps -compat -go -c -i -l -list -work -buildvcs -C -skip -fuzz -fuzztime -modcache -cache -testcache -all -src
  -versions -retracted -test -find -find -s -r`,
)

export const UNKNOWN_TO_CARGO: UnknownOption = allBut(
  `${COMMON} --release -r --all --workspace --all-targets --all-features --no-default-features --features -F --package
  -p --bin --bins --lib --example --examples --test --tests --bench --benches --target --target-dir --manifest-path
  --profile -j* -j --jobs --keep-going --offline --locked --frozen -vv --message-format --no-run --no-fail-fast --doc
  --open --no-deps --document-private-items --dev --build --optional --rename --git --branch --tag --rev --path --depth
  --invert -i --edges -e --prefix --duplicates -d --fix --allow-dirty --allow-staged --check --edition --list --dry-run
  -n --exclude --root --force -f --vers --precise --aggressive --name --vcs --no-verify --registry --token --limit`,
)

export const UNKNOWN_TO_DOTNET: UnknownOption = allBut(
  `${COMMON} -c --configuration -f --framework -o --output -r --runtime --no-restore --no-build --self-contained
  --verbosity --nologo -nologo --filter --logger -l --collect --settings -s --project --no-incremental --interactive
  --force --source --prerelease --os --arch -a --blame -t --list-tests -n --name --include --exclude --info
  --verify-no-changes --no-dependencies --list-sdks --list-runtimes --outdated --vulnerable --include-transitive
  --global -g --local --tool-path --results-directory --test-adapter-path --no-self-contained --version-suffix`,
)

export const UNKNOWN_TO_JAVA: UnknownOption = allBut(
  `${COMMON} -version -cp -classpath --class-path -jar -ea -server -client -m --module -p --module-path --add-modules
  --add-opens --add-exports --enable-preview --source -D* -X*`,
)

/** npm, pnpm, yarn, bun, uv, poetry. */
export const UNKNOWN_TO_PACKAGERS: UnknownOption = allBut(
  `${COMMON} -D --save-dev --save -S -E --save-exact -P --save-prod --save-optional -O -g --global --no-save -d
  --legacy-peer-deps --force -f -s --loglevel --prefix -C --workspace -w --workspaces -ws --production --prod --only
  --omit --include --ignore-scripts --no-audit --no-fund --prefer-offline --offline --no-optional --dry-run --long --depth
  --all -a --parseable --registry --tag --access --otp --yes -y --audit-level --package-lock-only --no-package-lock
  --if-present --timing --cache --engine-strict --strict-peer-deps --no-progress --progress --fix --dev --exact --peer
  --optional --frozen-lockfile --no-frozen-lockfile --immutable --lockfile-only --filter --recursive -r --latest -L
  --interactive -i --cwd --dir --non-interactive --network-timeout --mutex --pure-lockfile --check-files --group -G
  --extra --all-extras --no-dev --no-root --sync --upgrade -U --upgrade-package --requirement --system --frozen
  --locked --no-sync --seed --outdated --tree --preid --workspace-root --shamefully-hoist --reporter --stream
  --parallel --aggregate-output --message -m --no-git-tag-version --allow-same-version --watch --coverage --timeout
  --bail --outdir --outfile --minify --target --sourcemap`,
)

/** Compilers, linters and runners of tests. */
export const UNKNOWN_TO_TOOLS: UnknownOption = allBut(
  `${COMMON} --colors --watch --watchAll --fix --fix-dry-run --check --write --list-different --noEmit --pretty
  --project --build --incremental --skipLibCheck --strict --target --module --moduleResolution --outDir --outFile
  --out-dir --out-file --output --out --declaration --emitDeclarationOnly --sourceMap --listFiles --cache --no-cache
  --cache-location --cache-strategy --max-warnings --format --formatter --reporter --reporters --no-inline-config
  --report-unused-disable-directives --no-error-on-unmatched-pattern --ignore-path --ignore-pattern --ignore
  --ignore-unknown --log-level --loglevel --run --runInBand --coverage --collectCoverage --no-coverage
  --testNamePattern --testPathPattern --testPathPatterns --testTimeout --updateSnapshot --update --ci --bail
  --maxWorkers --findRelatedTests --passWithNoTests --onlyChanged --changed --changedSince --forceExit
  --detectOpenHandles --grep --fgrep --invert --timeout --retries --recursive --exit --parallel --jobs --workers
  --headed --headless --shard --repeat-each --trace --last-failed --list --mode --port --host --base --minify
  --sourcemap --bundle --platform --splitting --external --select --extend-select --line-length --target-version
  --diff --statistics --show-fixes --unsafe-fixes --ignore-missing-imports --maxfail --lf --ff --failed-first --tb
  --durations --cov --cov-report --no-cov --no-header --collect-only --co --markers --strict-markers --junitxml
  --capture --exitfirst --stepwise --numprocesses --dist --release --all --apply --staged --type-aware --threads
  --no-threads --pool --isolate --globals --environment --dir --root --retry --test-timeout --testTimeout --name
  -auto-approve -no-color -out -input -target -refresh -refresh-only -lock -detailed-exitcode -chdir -destroy -upgrade
  --namespace --values --set --dry-run --wait --atomic --install --create-namespace --tests --bin --lib -pedantic
  -w -u -t -k -l -o -i -n -b -d -p -s -a -S -vv -vvv -rs -rA -ra -std -pthread -shared -static -fPIC -no-pie -i* -j*
  -O* -W* -g* -m* -L* -l* -U* -M* -n* -s*`,
)
