//! Other public programs that count solutions, with the times that their authors give.
//!
//! The times marked [`By::Us`] were measured for this table on one core of another machine than our own records, an AMD
//! Zen 4 with 2 cores near 2.0 GHz; all others are their authors' own, on their machines. The two must not be mixed.

/// A program.
pub struct Program {
    /// Its name.
    pub name: &'static str,
    /// The same in a word, for charts.
    pub short: &'static str,
    /// Where it, or what its author says of it, is found; none is known where it is empty.
    pub source: &'static str,
    /// How it counts.
    pub method: &'static str,
    /// How fast it is, machine by machine.
    pub figures: &'static [Figure],
}

/// The times of a program on a machine.
pub struct Figure {
    /// The machine.
    pub on: &'static str,
    /// The machine in a word or two, for charts on small screens.
    pub brief: &'static str,
    /// What kind of machine that is.
    pub kind: Kind,
    /// Who measured.
    pub by: By,
    /// Whether the times are estimates.
    pub about: bool,
    /// Board and seconds.
    pub seconds: &'static [(usize, f64)],
}

/// A kind of machine. Only what is of a kind can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One core of a processor.
    Core,
    /// Several cores, or processors.
    Cores,
    /// Graphics processors.
    Gpu,
    /// Circuits made for the purpose.
    Fpga,
}

impl Kind {
    /// In a word or two.
    pub fn name(self) -> &'static str {
        match self {
            Self::Core => "one core",
            Self::Cores => "many cores",
            Self::Gpu => "GPU",
            Self::Fpga => "FPGA",
        }
    }
}

/// Who measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The program's author.
    Author,
    /// The program's author, of a version that cannot be had.
    Announced,
    /// We, on another machine than our own records.
    Us,
}

impl By {
    /// In some words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Author => "by its author",
            Self::Announced => "by its author, not released",
            Self::Us => "by us, on another machine",
        }
    }
}

/// One core of the machine on which other programs were measured.
const ZEN4: &str = "AMD Zen 4";

const DAY: f64 = 86_400.0;

/// The times of a program on one core of that machine.
const fn zen4(seconds: &'static [(usize, f64)]) -> Figure {
    Figure { on: ZEN4, brief: ZEN4, kind: Kind::Core, by: By::Us, about: false, seconds }
}

const fn authors(
    on: &'static str,
    brief: &'static str,
    kind: Kind,
    seconds: &'static [(usize, f64)],
) -> Figure {
    Figure { on, brief, kind, by: By::Author, about: false, seconds }
}

/// The programs, fastest on one core first; of ranges of times the shorter end.
pub const PROGRAMS: &[Program] = &[
    Program {
        name: "N-Queens-Count-Sol",
        short: "Kluev",
        source: "https://github.com/EvgenyKluev/N-Queens-Count-Sol",
        method: "joins quarter boards, bit-sliced; C++",
        figures: &[
            zen4(&[(14, 0.017), (15, 0.21), (16, 0.27), (17, 2.7), (18, 7.0), (19, 71.0), (20, 370.0)]),
            Figure { about: true, ..zen4(&[(22, 27_000.0)]) },
            authors("4 cores of 2013", "4 cores", Kind::Cores, &[(20, 135.0), (21, 1_223.0), (22, 12_000.0)]),
        ],
    },
    Program {
        name: "NQueensFAF 3.0",
        short: "NQueensFAF",
        source: "https://github.com/olepoeschl/NQueensFAF",
        method: "all eight symmetries from queens at the border; Java, OpenCL",
        figures: &[
            zen4(&[(14, 0.09), (15, 0.22), (16, 1.3), (17, 8.3), (18, 59.0)]),
            authors("AMD Ryzen 7 5800X", "5800X", Kind::Core, &[(16, 0.91), (18, 44.0), (20, 2_724.0)]),
            authors("RTX 3080", "RTX 3080", Kind::Gpu, &[(20, 5.9), (22, 416.0)]),
            Figure {
                by: By::Announced,
                ..authors("Intel i5-12600K", "12600K", Kind::Core, &[(22, 8_700.0)])
            },
        ],
    },
    Program {
        name: "m-queens2, boinc_lookup",
        short: "m-queens2",
        source: "https://github.com/sudden6/m-queens2",
        method: "mirror, last six rows from a table; C++, AVX2",
        figures: &[zen4(&[(15, 0.21), (16, 1.4), (17, 9.6), (18, 73.0)])],
    },
    Program {
        name: "takaken 3.2",
        short: "takaken",
        source: "",
        method: "all eight symmetries, bounds at the border; C",
        figures: &[zen4(&[(14, 0.036), (15, 0.21), (16, 1.4), (17, 9.7), (18, 74.0)])],
    },
    Program {
        name: "m-queens",
        short: "m-queens",
        source: "https://github.com/sudden6/m-queens",
        method: "mirror, explicit stack; C",
        figures: &[
            zen4(&[(14, 0.051), (16, 2.3), (17, 16.0), (18, 118.0)]),
            authors("Intel i7-4600M", "i7-4600M", Kind::Core, &[(18, 130.0)]),
        ],
    },
    Program {
        name: "ygch/n_queens",
        short: "ygch",
        source: "https://github.com/ygch/n_queens",
        method: "mirror, five to seven rows placed, stack in shared memory; CUDA, C++",
        figures: &[
            zen4(&[(14, 0.072), (16, 2.7), (17, 19.0)]),
            authors("H800", "H800", Kind::Gpu, &[(20, 4.14), (21, 29.2), (22, 249.9)]),
            authors(
                "8 RTX 5090",
                "8 RTX 5090",
                Kind::Gpu,
                &[(20, 2.15), (22, 29.1), (24, 2_205.0), (26, 218_592.0), (27, 28.4 * DAY)],
            ),
        ],
    },
    Program {
        name: "Somers, 2002",
        short: "Somers",
        source: "",
        method: "mirror, explicit stack; C",
        figures: &[
            zen4(&[(14, 0.086), (16, 3.5), (17, 25.0)]),
            authors("Pentium III, 800 MHz", "Pentium III", Kind::Core, &[(18, 1_166.0)]),
        ],
    },
    Program {
        name: "qn24b, Kise et al., 2004",
        short: "Kise",
        source: "",
        method: "mirror; C",
        figures: &[
            zen4(&[(14, 0.097), (16, 4.3), (17, 33.0)]),
            authors("68 Xeons", "68 Xeons", Kind::Cores, &[(24, 22.0 * DAY)]),
        ],
    },
    Program {
        name: "q27, TU Dresden, 2016",
        short: "TU Dresden",
        source: "https://github.com/preusser/q27",
        method: "two rings of border queens; C++, VHDL",
        figures: &[
            zen4(&[(14, 0.16), (16, 4.6), (17, 29.0)]),
            Figure { about: true, ..authors("FPGAs", "FPGAs", Kind::Fpga, &[(27, 365.0 * DAY)]) },
        ],
    },
    Program {
        name: "suzukiiichiro/N-Queens",
        short: "Suzuki",
        source: "https://github.com/suzukiiichiro/N-Queens",
        method: "classes of symmetry; CUDA, Codon",
        figures: &[authors(
            "one GPU",
            "one GPU",
            Kind::Gpu,
            &[(24, 12.0 * DAY + 23.0 * 3600.0), (25, 140.0 * DAY)],
        )],
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn larger_boards_take_longer_everywhere() {
        for program in PROGRAMS {
            for figure in program.figures {
                assert!(!figure.seconds.is_empty(), "{}", program.name);
                for pair in figure.seconds.windows(2) {
                    assert!(pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1, "{}: {pair:?}", program.name);
                }
            }
        }
    }
}
