# Sourced by the bench scripts.

# Times with a decimal point, whatever the language.
export LC_ALL=C

# cpu_seconds COMMAND...: runs it and prints the processor time it took, start-up included. Not wall time, which on a
# shared machine says more about the neighbours.
cpu_seconds() {
    local TIMEFORMAT='%U %S'
    { time "$@" >/dev/null 2>&1; } 2>&1 | awk '{ print $1 + $2 }'
}

# `interleave PAIRS` calls run_a and run_b, each of which prints a time in seconds, in turn (A B, then B A, ...), and prints
# every pair and the median of the ratios B / A: above 1, A is faster.
interleave() {
    local pairs=$1 i a b
    run_a >/dev/null
    run_b >/dev/null
    for ((i = 0; i < pairs; i++)); do
        if ((i % 2 == 0)); then a=$(run_a) b=$(run_b); else b=$(run_b) a=$(run_a); fi
        printf '%s %s\n' "$a" "$b"
    done | awk '
        { printf "  A %.4f  B %.4f  B/A %.3f\n", $1, $2, $2 / $1; ratio[NR] = $2 / $1
          if (NR == 1 || $1 < a) a = $1; if (NR == 1 || $2 < b) b = $2 }
        END { n = asort_(ratio, NR)
              printf "median B/A %.3f (%.3f to %.3f), best A %.4f, best B %.4f, best B / best A %.3f\n",
                     (ratio[int((n + 1) / 2)] + ratio[int(n / 2) + 1]) / 2, ratio[1], ratio[n], a, b, b / a }
        function asort_(v, n,   i, j, t) {
            for (i = 2; i <= n; i++) { t = v[i]; for (j = i - 1; j > 0 && v[j] > t; j--) v[j + 1] = v[j]; v[j + 1] = t }
            return n
        }'
}
