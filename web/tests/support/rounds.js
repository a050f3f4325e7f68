// The lines of a script that goes from the main menu into the game and back, so many times. The
// game is left by the event of its end, which needs no menu.
export const round = count =>
    Array(count).fill("wait main_menu\ntap accept\nwait in_game\nemit game_over").join("\n");
