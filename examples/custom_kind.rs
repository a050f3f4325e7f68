//! A custom kind of resource: prices from a CSV file, with an error, a stand-in and a check.
//!
//! `cargo run --example custom_kind --no-default-features` prints
//!
//! ```text
//! the check finds
//!   phase `shop`: prices `shop`: shop.csv:2:1: `cheap` is no price
//! a lantern has no price
//! the check finds
//!   phase `shop`: rope costs nothing
//! a lantern costs 12
//! ```
#![expect(clippy::print_stdout, reason = "an example shows its output")]

use std::collections::BTreeMap;
use std::sync::Arc;

use proscenium::flow::{GameScreen, ManagerSettings, Phase, ScreenContext, ScreenManager};
use proscenium::phase::{AnyError, Asset, CheckContext, DecodeContext, Handle, Position};
use proscenium::platform::{Clock, Input, MemorySource};

const SHOP: &str = "shop";

/// What things cost, from a CSV file: `prices(id: "shop", path: "shop.csv")` in a manifest.
#[derive(Default)]
struct Prices(BTreeMap<String, u32>);

/// A line has no price.
#[derive(Debug, thiserror::Error)]
#[error("`{0}` is no price")]
struct NoPrice(String);

impl Asset for Prices {
    const KIND: &'static str = "prices";

    fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, AnyError> {
        let mut prices = Self::default();
        for (line, text) in (1..).zip(cx.text(bytes)?.lines()) {
            let (thing, price) = text.split_once(',').unwrap_or((text, ""));
            let wrong = |_| cx.error_at(Position { line, column: 1 }, NoPrice(price.to_owned()));
            prices.0.insert(thing.to_owned(), price.trim().parse().map_err(wrong)?);
        }
        Ok(prices)
    }

    fn stand_in() -> Option<Self> {
        Some(Self::default())
    }

    fn check(&self, cx: &mut CheckContext<'_>) {
        self.0.iter().filter(|(_, price)| **price == 0).for_each(|(thing, _)| {
            cx.problem(format!("{thing} costs nothing"));
        });
    }
}

struct Shop {
    prices: Handle<Prices>,
}

impl GameScreen for Shop {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        match cx.get(self.prices).and_then(|prices| prices.0.get("lantern")) {
            Some(price) => println!("a lantern costs {price}"),
            None => println!("a lantern has no price"),
        }
        cx.quit();
    }
}

fn manager(csv: &str) -> ScreenManager {
    let manifest = r#"(resources: [prices(id: "shop", path: "shop.csv", optional: true)])"#;
    let files = MemorySource::default().with("shop.ron", manifest).with("shop.csv", csv);
    let mut manager =
        ScreenManager::new(ManagerSettings { source: Arc::new(files), ..ManagerSettings::default() });
    manager.assets_mut().register::<Prices>();
    let shop = Phase::new(SHOP).manifest("shop.ron");
    manager.add_phase(shop.screen("shop", |cx| Shop { prices: cx.handle("shop") }));
    manager
}

fn main() {
    for csv in ["rope,7\nlantern,cheap", "rope,0\nlantern,12"] {
        let mut manager = manager(csv);
        println!("the check finds");
        manager.assets().check().iter().for_each(|problem| println!("  {problem}"));
        // A broken file gives the stand-in, which is empty.
        manager.start(SHOP);
        while !manager.has_ended() {
            manager.advance(Clock::TICK, &Input::default());
        }
    }
}
