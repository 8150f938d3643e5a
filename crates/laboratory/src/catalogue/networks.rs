//! The catalogue of networks: what real ones are like, with source and figures.
//!
//! A network is a file that says something of `[link]` and nothing else. Adding one is a file and a row; the
//! tests run every row.
//!
//! Sources: the simulator presets of Unity Multiplayer Tools and of Unity Netcode for Entities (third quarter
//! of 2022; its broadband profiles, by percentile of players), the network emulation profiles of Unreal Engine, the
//! connectivity profiles of WebPageTest. Theirs, too, is even jitter to both sides and independent loss. What they
//! give for a round trip is halved here; bandwidth is set only where a game could fill it.

use crate::settings::{self, Settings, SettingsError};
use std::sync::OnceLock;

/// One row of the catalogue.
#[derive(Debug)]
pub struct Network {
    /// What scripts call it.
    pub name: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// What it is, its figures and where they come from, in one sentence.
    pub hint: &'static str,
    /// Its settings file: a `[link]` and nothing else.
    pub preset: &'static str,
}

/// What there is to choose from.
pub const NETWORKS: &[Network] = &[
    Network {
        name: "lan",
        title: "LAN",
        hint: "One building, one switch: 1 ms ± 1 one way, 1 % lost (Unity Netcode for Entities, simulator presets).",
        preset: include_str!("../../../../assets/networks/lan.toml"),
    },
    Network {
        name: "fibre",
        title: "Fibre",
        hint: "Fibre to the home, the best there is in practice: 10 ms ± 1 one way (Unity Multiplayer Tools, Network Simulator, Home Fiber).",
        preset: include_str!("../../../../assets/networks/fibre.toml"),
    },
    Network {
        name: "cable",
        title: "Cable",
        hint: "Broadband over television cable: 25 ms ± 5 one way (Unity Multiplayer Tools, Network Simulator, Home Cable).",
        preset: include_str!("../../../../assets/networks/cable.toml"),
    },
    Network {
        name: "dsl",
        title: "DSL",
        hint: "Broadband over the telephone line: 30 ms ± 10 one way (Unity Multiplayer Tools, Network Simulator, Home DSL).",
        preset: include_str!("../../../../assets/networks/dsl.toml"),
    },
    Network {
        name: "wifi",
        title: "Wi-Fi",
        hint: "Home broadband as most players have it, over the air: 32 ms ± 12 one way, 2 % lost (Unity Multiplayer Tools, Network Simulator, Home Broadband).",
        preset: include_str!("../../../../assets/networks/wifi.toml"),
    },
    Network {
        name: "congested",
        title: "Congested",
        hint: "Home broadband while others download: 50 ms ± 50 one way, 1 % lost (Unity Multiplayer Tools, Network Simulator, Home Broadband with Congested Network).",
        preset: include_str!("../../../../assets/networks/congested.toml"),
    },
    Network {
        name: "5g",
        title: "5G",
        hint: "Mobile: 30 ms ± 20 one way, 4 % lost (Unity Multiplayer Tools, Network Simulator, Mobile 5G).",
        preset: include_str!("../../../../assets/networks/5g.toml"),
    },
    Network {
        name: "4g",
        title: "4G",
        hint: "Mobile: 100 ms ± 20 one way, 4 % lost (Unity Multiplayer Tools, Network Simulator, Mobile 4G).",
        preset: include_str!("../../../../assets/networks/4g.toml"),
    },
    Network {
        name: "3g",
        title: "3G",
        hint: "Mobile: 360 ms ± 30 one way, 7 % lost (Unity Multiplayer Tools, Network Simulator, Mobile 3G).",
        preset: include_str!("../../../../assets/networks/3g.toml"),
    },
    Network {
        name: "satellite-low",
        title: "Satellite, low orbit",
        hint: "A swarm of satellites close by: 100 ms ± 10 one way (Unity Multiplayer Tools, Network Simulator, Home Satellite).",
        preset: include_str!("../../../../assets/networks/satellite-low.toml"),
    },
    Network {
        name: "satellite",
        title: "Satellite, geostationary",
        hint: "One satellite 35 786 km up: 239 ms one way (computed as twice the height at the speed of light, nothing else).",
        preset: include_str!("../../../../assets/networks/satellite.toml"),
    },
    Network {
        name: "dial-up",
        title: "Dial-up",
        hint: "A modem on the telephone line: 60 ms one way, 49 kbit/s (WebPageTest, connectivity profile Dial: 120 ms there and back).",
        preset: include_str!("../../../../assets/networks/dial-up.toml"),
    },
    Network {
        name: "regional-5",
        title: "Regional, best 5 %",
        hint: "One player in twenty has as good a way to a server in the region: 10 ms ± 2 one way, 2 % lost (Unity Netcode for Entities, simulator presets, broadband).",
        preset: include_str!("../../../../assets/networks/regional-5.toml"),
    },
    Network {
        name: "regional-25",
        title: "Regional, best 25 %",
        hint: "One player in four has as good a way to a server in the region: 16 ms ± 6 one way, 2 % lost (Unity Netcode for Entities, simulator presets, broadband).",
        preset: include_str!("../../../../assets/networks/regional-25.toml"),
    },
    Network {
        name: "regional-50",
        title: "Regional, median",
        hint: "Half of all players have as good a way to a server in the region: 66 ms ± 11 one way, 3 % lost (Unity Netcode for Entities, simulator presets, broadband).",
        preset: include_str!("../../../../assets/networks/regional-50.toml"),
    },
    Network {
        name: "regional-95",
        title: "Regional, worst 5 %",
        hint: "All but one player in twenty have as good a way to a server in the region: 151 ms ± 11 one way, 4 % lost (Unity Netcode for Entities, simulator presets, broadband).",
        preset: include_str!("../../../../assets/networks/regional-95.toml"),
    },
    Network {
        name: "international-25",
        title: "International, best 25 %",
        hint: "One player in four has as good a way to a server on another continent: 61 ms ± 6 one way, 3 % lost (Unity Netcode for Entities, simulator presets, broadband).",
        preset: include_str!("../../../../assets/networks/international-25.toml"),
    },
    Network {
        name: "international-50",
        title: "International, median",
        hint: "Half of all players have as good a way to a server on another continent: 121 ms ± 11 one way, 3 % lost (Unity Netcode for Entities, simulator presets, broadband).",
        preset: include_str!("../../../../assets/networks/international-50.toml"),
    },
    Network {
        name: "international-95",
        title: "International, worst 5 %",
        hint: "All but one player in twenty have as good a way to a server on another continent: 201 ms ± 16 one way, 6 % lost (Unity Netcode for Entities, simulator presets, broadband).",
        preset: include_str!("../../../../assets/networks/international-95.toml"),
    },
    Network {
        name: "average",
        title: "Average emulation",
        hint: "What an engine's editor plays on when told to be average: 45 ms ± 15 one way, 1 % lost (Unreal Engine, network emulation profiles, Average: 30 to 60 ms each way).",
        preset: include_str!("../../../../assets/networks/average.toml"),
    },
    Network {
        name: "bad",
        title: "Bad emulation",
        hint: "What it plays on when told to be bad: 150 ms ± 50 one way, 5 % lost (Unreal Engine, network emulation profiles, Bad: 100 to 200 ms each way).",
        preset: include_str!("../../../../assets/networks/bad.toml"),
    },
];

impl Network {
    /// The network of this name.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Self> {
        NETWORKS.iter().find(|network| network.name == name)
    }

    /// The network that a link has the figures of, if it is one.
    #[must_use]
    pub fn of(link: &settings::Link) -> Option<&'static Self> {
        static LINKS: OnceLock<Vec<Option<settings::Link>>> = OnceLock::new();
        let plain = Settings::default();
        let read = |network: &Self| network.applied_to(&plain).ok().map(|over| over.link);
        let links = LINKS.get_or_init(|| NETWORKS.iter().map(read).collect());
        let wanted = Some(settings::Link { packet_bytes: plain.link.packet_bytes, ..link.clone() });
        links.iter().position(|link| *link == wanted).map(|place| &NETWORKS[place])
    }

    /// `settings` on this network: the whole of `[link]` is the network's, but for the size of a packet, which
    /// is the game's. So going from one network to the next leaves nothing of the first.
    ///
    /// # Errors
    /// [`SettingsError`] for a fault in the preset file; the tests read them all.
    pub fn applied_to(&self, settings: &Settings) -> Result<Settings, SettingsError> {
        let packet_bytes = settings.link.packet_bytes;
        let link = settings::Link { packet_bytes, ..settings::Link::default() };
        Settings { link, ..settings.clone() }.overlaid(self.preset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Experiment;

    #[test]
    fn every_network_reads_and_runs_and_touches_the_link_only() {
        let mut settings = Settings::default();
        settings.link.packet_bytes = 77;
        settings.sender.threshold = 0.123;
        for network in NETWORKS {
            let over = network.applied_to(&settings).expect(network.name);
            assert_eq!(over.link.packet_bytes, 77, "{}", network.name);
            assert_eq!(Network::of(&over.link).map(|found| found.name), Some(network.name));
            let back = Settings { link: settings.link.clone(), ..over.clone() };
            assert_eq!(back, settings, "{} touches more than the link", network.name);
            let experiment = Experiment::of(over).expect(network.name);
            assert!(experiment.metrics[0].peak_error.is_finite(), "{}", network.name);
            assert!(experiment.metrics[1].peak_path_error.is_finite(), "{}", network.name);
        }
    }

    #[test]
    fn the_hint_gives_the_figures_of_the_file() {
        for network in NETWORKS {
            let link = network.applied_to(&Settings::default()).expect(network.name).link;
            let mut figures = vec![format!("{} ms", (link.latency * 1000.0).round())];
            if link.jitter > 0.0 {
                figures.push(format!(" ± {} one way", (link.jitter * 1000.0).round()));
            }
            if link.loss > 0.0 {
                figures.push(format!(", {} % lost", (link.loss * 100.0).round()));
            }
            for figure in figures {
                assert!(network.hint.contains(&figure), "'{figure}' is not in: {}", network.hint);
            }
            assert!(network.hint.ends_with(")."), "{}", network.name);
        }
    }

    #[test]
    fn one_network_after_another_is_the_other_alone() {
        let settings = Settings::default();
        for one in NETWORKS {
            for other in NETWORKS {
                let after =
                    one.applied_to(&settings).and_then(|settings| other.applied_to(&settings));
                assert_eq!(after, other.applied_to(&settings), "{} after {}", other.name, one.name);
            }
        }
    }

    #[test]
    fn no_two_networks_are_the_same() {
        for (at, one) in NETWORKS.iter().enumerate() {
            assert_eq!(Network::find(one.name).expect("listed").title, one.title);
            for other in &NETWORKS[at + 1..] {
                assert_ne!(one.preset, other.preset, "{} and {}", one.name, other.name);
            }
        }
        assert!(Network::find("carrier pigeon").is_none());
    }
}
