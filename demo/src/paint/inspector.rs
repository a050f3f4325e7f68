//! The inspector's panels, drawn along the edges in fine pixels, half a virtual pixel each in the default
//! window.

mod marks;

use macroquad::color::Color;
use macroquad::shapes::draw_rectangle;
use proscenium::kit::{self, TimeControl};
use proscenium::platform::Rect;

use super::{Paint, color};
use crate::inspector::{Facts, FrameTimes, Layout, TIME_BUTTONS, Tone, UnitFacts};

const LINE_HEIGHT: f32 = kit::Look::LINE_HEIGHT;
/// The padding of a panel, and the gap between two panels.
const EDGE: f32 = 7.0;
const GAP: f32 = 4.0;
/// The maximum width of a column, in fine pixels and as a part of the screen.
const COLUMN: (f32, f32) = (308.0, 0.36);
/// Height of the graph, and its minimum range in milliseconds.
const GRAPH: (f32, f32) = (40.0, 34.0);
/// Milliseconds of a frame at 60 Hz, and from when on a frame is late.
const STEP: f32 = 1000.0 / 60.0;
const LATE: f32 = STEP * 1.5;

/// The drawing surface of the inspector.
pub struct Board<'a> {
    paint: &'a Paint<'a>,
    layout: &'a mut Layout,
    /// The top of the next panel in the left column.
    top: f32,
}

impl<'a> Board<'a> {
    /// A board over the whole screen. Switches the camera to fine pixels.
    pub fn new(paint: &'a Paint<'a>, layout: &'a mut Layout, viewport: Rect) -> Self {
        viewport.use_virtual_camera(layout.size());
        // Below the game's HUD.
        let top = (50.0 * layout.scale).max(66.0);
        Self { paint, layout, top }
    }

    pub fn frame_times(&mut self, times: &FrameTimes) {
        let line = LINE_HEIGHT;
        let panel = self.left_panel(GRAPH.0 + 2.0 * line + 4.0);
        let (left, bottom) = (panel.x + EDGE, panel.y + EDGE + GRAPH.0);
        let width = panel.w - 2.0 * EDGE;
        draw_rectangle(left, panel.y + EDGE, width, GRAPH.0, Color { a: 0.5, ..color::INK });
        let bar = width / FrameTimes::CAPACITY as f32;
        let (median, worst) = times.median_and_worst(FrameTimes::SINCE_LAST);
        let full = GRAPH.1.max(median * 2.0);
        for (number, time) in times.since_last().enumerate() {
            let height = (time / full * GRAPH.0).clamp(1.0, GRAPH.0);
            let ink = if time > LATE { color::SCARLET } else { color::MEADOW };
            draw_rectangle(left + number as f32 * bar, bottom - height, bar.max(1.0), height, ink);
        }
        let sixty = bottom - STEP / full * GRAPH.0;
        draw_rectangle(left, sixty.round(), width, 1.0, Color { a: 0.6, ..color::FOOTLIGHT });
        let values = |values: [(&'static str, f32); 2]| values.map(|(name, ms)| (name, format!("{ms:.1}")));
        let view = self.paint.view;
        let text = view.format("inspector-frame", &values([("median", median), ("worst", worst)]));
        self.paint.text(&text, left, bottom + 2.0, color::CREAM);
        let (logic, _) = times.median_and_worst(FrameTimes::LOGIC);
        let (draw, _) = times.median_and_worst(FrameTimes::DRAW);
        let text = view.format("inspector-logic", &values([("logic", logic), ("draw", draw)]));
        self.paint.text(&text, left, bottom + 2.0 + line, self.paint.theme.dim);
    }

    /// Draws screens, resources and machines, as many lines as fit.
    pub fn facts(&mut self, facts: &Facts) {
        for lines in [&facts.screens, &facts.resources, &facts.machines] {
            let room = self.layout.size().1 - self.top - 2.0 * EDGE - GAP;
            let most = (room / LINE_HEIGHT).max(0.0) as usize;
            let width = self.column() - 2.0 * EDGE;
            let lines: Vec<_> = self.wrap_lines(lines, width).into_iter().take(most).collect();
            if !lines.is_empty() {
                let panel = self.left_panel(lines.len() as f32 * LINE_HEIGHT);
                self.lines(panel, &lines);
            }
        }
    }

    /// Draws the selected unit, at the right edge.
    pub fn unit(&mut self, facts: &UnitFacts) {
        let width = self.column();
        let lines = self.wrap_lines(&facts.lines, width - 2.0 * EDGE);
        // Left of the game's own buttons.
        let left = (self.layout.size().0 - 40.0 * self.layout.scale - width).round();
        let top = (50.0 * self.layout.scale).max(66.0);
        let height = lines.len() as f32 * LINE_HEIGHT + 2.0 * EDGE;
        let panel = Rect::new(left, top, width, height);
        self.panel(panel);
        self.lines(panel, &lines);
    }

    /// Draws the time bar; `time` is `None` while a script plays.
    pub fn time(&mut self, time: Option<&TimeControl>, tick: u64) {
        let bar = self.layout.time_bar();
        self.panel(bar);
        let is_stopped = time.is_some_and(TimeControl::is_stopped);
        for (number, button) in TIME_BUTTONS.iter().enumerate() {
            let rect = self.layout.button(number);
            let is_on = is_stopped && number == 0;
            let label = if is_on { "inspector-resume" } else { button.label };
            let ground = if is_on { color::CURTAIN } else { color::INK };
            draw_rectangle(rect.x, rect.y, rect.w, rect.h, Color { a: 0.6, ..ground });
            let ink = if time.is_some() { color::CREAM } else { color::ASH };
            let (x, y) = rect.centre();
            self.paint.text_centered(&self.paint.view.text_of(label), x, y - 8.0, ink);
        }
        let text = match time {
            None => self.paint.view.text_of("inspector-script"),
            Some(time) => format!("×{time}  {tick}"),
        };
        self.paint.text_right(&text, bar.right() - EDGE - 1.0, bar.y + 7.0, color::FOOTLIGHT);
    }

    fn column(&self) -> f32 {
        COLUMN.0.min(self.layout.size().0 * COLUMN.1).floor()
    }

    /// Adds a panel to the left column, for contents of this height.
    fn left_panel(&mut self, height: f32) -> Rect {
        let panel = Rect::new(GAP, self.top, self.column(), height + 2.0 * EDGE);
        self.panel(panel);
        self.top += panel.h + GAP;
        panel
    }

    /// Draws a translucent panel with a thin frame.
    fn panel(&mut self, panel: Rect) {
        let Rect { x, y, w, h } = panel;
        draw_rectangle(x, y, w, h, Color { a: 0.84, ..color::INK });
        let ink = Color { a: 0.55, ..color::FOOTLIGHT };
        for (x, y, w, h) in
            [(x, y, w, 1.0), (x, y + h - 1.0, w, 1.0), (x, y, 1.0, h), (x + w - 1.0, y, 1.0, h)]
        {
            draw_rectangle(x, y, w, h, ink);
        }
        self.layout.cover(panel);
    }

    fn lines(&self, panel: Rect, lines: &[(String, Tone)]) {
        for (number, (line, tone)) in lines.iter().enumerate() {
            let ink = match tone {
                Tone::Plain => color::CREAM,
                Tone::Active => color::FOOTLIGHT,
                Tone::Dim => self.paint.theme.dim.into(),
                Tone::Wrong => self.paint.theme.error.into(),
            };
            let y = panel.y + EDGE + number as f32 * LINE_HEIGHT;
            self.paint.text(line, panel.x + EDGE, y, ink);
        }
    }

    /// Draws a text on a dark strip with its middle here.
    fn label(&self, text: &str, (x, y): (f32, f32), ink: Color) {
        let width = self.paint.text_width(text);
        let left = (x - width / 2.0).round();
        draw_rectangle(left - 4.0, y.round() - 1.0, width + 8.0, 18.0, Color { a: 0.7, ..color::INK });
        self.paint.text(text, left, y.round(), ink);
    }

    fn wrap_lines(&self, lines: &[(String, Tone)], width: f32) -> Vec<(String, Tone)> {
        let pieces = |(line, tone): &(String, Tone)| {
            let pieces: Vec<_> =
                self.paint.wrap(line, width).iter().map(|piece| (piece.to_string(), *tone)).collect();
            pieces
        };
        lines.iter().flat_map(pieces).collect()
    }
}
