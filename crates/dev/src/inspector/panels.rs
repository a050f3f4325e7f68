//! The drawing of the inspector's panels.

use proscenium_core::platform::Rect;
use proscenium_ui::{Ink, Look, Paint};

use super::frame_times::FrameTimes;
use super::layout::{GAP, Layout};
use super::{Inspector, facts};
use crate::overlay::OverlayView;
use crate::time_control::TimeControl;

const LINE_HEIGHT: f32 = Look::LINE_HEIGHT;
/// The padding of a panel.
const EDGE: f32 = 7.0;
/// The height of the graph, and its minimum range in milliseconds.
const GRAPH: (f32, f32) = (40.0, 34.0);
/// Milliseconds of a frame at 60 Hz, and from when on a frame is late.
const STEP: f32 = 1000.0 / 60.0;
const LATE: f32 = STEP * 1.5;

impl Inspector {
    pub(super) fn paint(&mut self, view: &OverlayView<'_>) {
        Self::draw_panels(view, |_| self.draw_in_view(view));
    }

    fn draw_in_view(&mut self, view: &OverlayView<'_>) {
        let (manager, time) = (view.manager, view.time);
        let look = Look::for_view(manager.assets().resources(), manager.shared(), manager.view_size());
        let paint = Paint::new(Look { text_size: 1.0, ..look });
        let bar = self.layout.time_bar();
        let (top, layout) = (bar.bottom() + GAP, &mut self.layout);
        let mut panels = Panels { paint, layout, top };
        panels.time_bar(bar, time);
        panels.frame_times(&self.times, time, manager.tick());
        panels.lines(&self.stopped.iter().map(|line| (line.clone(), Ink::Accent)).collect::<Vec<_>>(), false);
        for lines in [facts::screens(manager), facts::resources(manager), facts::machines(manager)] {
            panels.lines(&lines, false);
        }
        panels.top = top;
        panels.lines(&self.lines, true);
    }
}

struct Panels<'a> {
    paint: Paint<'a>,
    layout: &'a mut Layout,
    /// The top of the next panel.
    top: f32,
}

impl Panels<'_> {
    /// Draws the buttons; `time` is `None` while a script plays.
    fn time_bar(&mut self, bar: Rect, time: Option<&TimeControl>) {
        self.ground(bar);
        let (theme, is_stopped) = (self.paint.theme, time.is_some_and(TimeControl::is_stopped));
        for (number, (button, place)) in self.layout.buttons().enumerate() {
            let is_on = is_stopped && number == 0;
            let (label, ground) =
                if is_on { ("F5 resume", theme.focus) } else { (button.label, theme.entry) };
            self.paint.rect(place.x, place.y, place.w, place.h, ground, 0.6);
            let ink = if time.is_some() { theme.text } else { theme.disabled };
            let (x, y) = place.centre();
            self.paint.text_centered(label, x, y - LINE_HEIGHT / 2.0, ink);
        }
    }

    fn frame_times(&mut self, times: &FrameTimes, time: Option<&TimeControl>, tick: u64) {
        let panel = self.panel(GRAPH.0 + 2.0 + 3.0 * LINE_HEIGHT, false);
        let theme = self.paint.theme;
        let (left, bottom) = (panel.x + EDGE, panel.y + EDGE + GRAPH.0);
        let width = panel.w - 2.0 * EDGE;
        self.paint.rect(left, panel.y + EDGE, width, GRAPH.0, theme.ground, 0.5);
        let bar = width / FrameTimes::CAPACITY as f32;
        let (median, worst) = times.median_and_worst(FrameTimes::SINCE_LAST);
        let full = GRAPH.1.max(median * 2.0);
        for (number, time) in times.since_last().enumerate() {
            let height = (time / full * GRAPH.0).clamp(1.0, GRAPH.0);
            let ink = if time > LATE { theme.error } else { theme.dim };
            self.paint.rect(left + number as f32 * bar, bottom - height, bar.max(1.0), height, ink, 1.0);
        }
        let sixty = bottom - STEP / full * GRAPH.0;
        self.paint.rect(left, sixty.round(), width, 1.0, theme.accent, 0.6);
        let (logic, _) = times.median_and_worst(FrameTimes::LOGIC);
        let (draw, _) = times.median_and_worst(FrameTimes::DRAW);
        let speed = time.map_or_else(|| "script".to_owned(), |time| format!("speed {time}"));
        let lines = [
            (format!("{median:.1} ms, worst {worst:.1}"), Ink::Text),
            (format!("logic {logic:.1}, draw {draw:.1}"), Ink::Dim),
            (format!("{speed}, tick {tick}, F9 F10 back"), Ink::Dim),
        ];
        self.texts(&lines, left, bottom + 2.0);
    }

    /// Draws a panel with lines, as many as fit, if there are any.
    fn lines(&mut self, lines: &[(String, Ink)], is_right: bool) {
        let room = self.layout.size().1 - self.top - 2.0 * EDGE - GAP;
        let width = self.layout.panel(self.top, 0.0, is_right).w - 2.0 * EDGE;
        let wrap = |(line, ink): &(String, Ink)| {
            let pieces = self.paint.wrap(line, width);
            pieces.into_iter().map(|piece| (piece.to_owned(), *ink)).collect::<Vec<_>>()
        };
        let lines: Vec<_> =
            lines.iter().flat_map(wrap).take((room / LINE_HEIGHT).max(0.0) as usize).collect();
        if !lines.is_empty() {
            let panel = self.panel(lines.len() as f32 * LINE_HEIGHT, is_right);
            self.texts(&lines, panel.x + EDGE, panel.y + EDGE);
        }
    }

    fn texts(&self, lines: &[(String, Ink)], x: f32, y: f32) {
        for (number, (line, ink)) in lines.iter().enumerate() {
            self.paint.text(line, x, y + number as f32 * LINE_HEIGHT, self.paint.ink(*ink));
        }
    }

    /// Draws the next panel of a column, for contents of this height.
    fn panel(&mut self, height: f32, is_right: bool) -> Rect {
        let panel = self.layout.panel(self.top, height + 2.0 * EDGE, is_right);
        self.layout.cover(panel);
        self.top = panel.bottom() + GAP;
        self.ground(panel);
        panel
    }

    /// Draws a translucent ground with a thin frame.
    fn ground(&self, Rect { x, y, w, h }: Rect) {
        let theme = self.paint.theme;
        self.paint.rect(x, y, w, h, theme.shadow, 0.84);
        for (x, y, w, h) in
            [(x, y, w, 1.0), (x, y + h - 1.0, w, 1.0), (x, y, 1.0, h), (x + w - 1.0, y, 1.0, h)]
        {
            self.paint.rect(x, y, w, h, theme.accent, 0.55);
        }
    }
}
