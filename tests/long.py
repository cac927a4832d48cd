"""What is left to ``scripts/test --all``: of a corpus, all but a sample of each kind; of what takes minutes, all but one of a kind.

A test marked ``long`` is not run by ``scripts/test``. What such a test alone has found moves into the first part: take its mark away.
Where a whole file or function is long, or each n-th of a function's programs always runs, the lists below say so, for all tests together.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from pathlib import Path
from typing import TypeVar

import pytest

T = TypeVar("T")

LONG = {
    "another program opens what a kernel has executed; its outputs play in a page in tests/notebook/test_executed.py": (
        "tests/notebook/test_jupyter.py",
    ),
    "two versions are started from their sources; another engine of the same sources always runs": (
        "tests/cluster/test_upgrade.py::test_two_versions_serve_side_by_side_and_the_new_one_makes_stored_films_anew",
    ),
    "hundreds of steps, where tens are always tested": (
        "tests/tracer/test_gap.py::test_1500_training_steps_before_a_version_mismatch_keep_its_diagnosis",
        "tests/runner/test_fidelity.py::test_endless_loop_of_ops_keeps_the_film_up_to_the_limit",
    ),
    "scripts/check, a part of every run, does the same": ("tests/trace/test_references.py::test_generated_files_are_those_of_the_models",),
    "examples are compared as wholes, and programs of each kind after each cell in tests/tracer/test_cell_programs.py": (
        "tests/tracer/test_examples.py::test_notebooks_among_the_examples_are_compared_after_each_cell",
    ),
    "of the tests' own tools: another fault of a run, or another id; those that fail a run always run": (
        "tests/test_second_look.py::test_error_that_no_test_of_the_page_caught_fails_a_run_without_failed_tests",
        "tests/test_second_look.py::test_file_of_the_page_that_cannot_be_loaded_is_one_failure",
        "tests/test_second_look.py::test_id_with_brackets_colons_and_spaces_runs_alone",
        "tests/test_second_look.py::test_list_of_unstable_tests_keeps_what_earlier_runs_found",
        "tests/test_second_look.py::test_test_that_is_gone_has_not_passed",
        "tests/test_second_look.py::test_test_that_is_left_out_unless_asked_for_runs_alone",
        "tests/test_second_look.py::test_test_that_is_skipped_alone_has_not_passed",
    ),
    "a GIF is made in the browser's test of a link; tests/test_animations.py makes and reads all forms": (
        "tests/browser/test_share.py::test_animation_of_a_stored_film_is_saved_and_the_address_for_a_readme_gives_it",
    ),
    "packages are installed from a registry": (
        "tests/recording/test_one_thread.py::test_films_are_the_same_with_pydantic_and_orjson_of_pyodide",
    ),
    "another builder of the same pages; LaTeX, which has no player either, always runs": (
        "tests/publish/test_sphinx.py::test_text_and_man_pages_have_the_program_and_the_words",
    ),
    "another part of a cluster is taken away under load; a runner, NATS and the database always are": (
        "tests/cluster/test_faults.py::test_network_between_a_runner_and_nats_cut_loses_no_request",
        "tests/cluster/test_faults.py::test_replica_killed_under_load_takes_no_other_with_it_and_frees_its_slots",
    ),
    "a second notebook in a kernel of its own; the one of the documentation has a cell with the magic and always runs": (
        "tests/notebook/test_executed.py::test_film_too_large_for_an_output_is_a_picture_and_a_link",
        "tests/notebook/test_executed.py::test_magic_passes_on_what_its_cell_raises_and_binds_the_film",
    ),
    "a film is played to its end; a story, and a failing program from its start, always are": (
        "tests/browser/test_controls.py::test_looped_film_starts_again_after_its_end",
        "tests/browser/test_overview.py::test_overview_played_to_its_end_arrives_there_with_and_without_movement",
        "tests/browser/test_playground.py::test_play_pressed_film_runs_to_its_end",
    ),
    "another film that is too large for a picture of everything; tests/browser/test_views.py always has one": (
        "tests/browser/test_large_films.py::test_film_too_large_to_unfold_says_so",
    ),
    "another way to look at a film that tests/browser/test_embed.py and test_views.py show in several": (
        "tests/browser/test_embed.py::test_printed_article_shows_the_film_without_its_controls",
        "tests/browser/test_embed.py::test_wheel_with_ctrl_and_a_drag_move_the_view",
        "tests/browser/test_playground.py::test_tidy_layout_is_kept_in_the_address_and_while_stepping",
    ),
    "a larger picture of the same film": ("tests/test_animations.py::test_gif_of_ten_steps_for_a_readme_takes_less_than_two_megabytes",),
}
"""Files and functions of tests that are long by nature, by the reason."""

EACH_NTH = {
    "tests/tracer/test_corpus.py::test_program_traced_equals_plain": 3,
    "tests/tracer/test_databases.py::test_module_traced_equals_plain": 3,
    "tests/tracer/test_databases.py::test_op_with_any_edit_traced_equals_plain": 2,
    "tests/tracer/test_databases.py::test_optimizer_with_all_options_traced_equals_plain": 2,
    "tests/tracer/test_examples.py::test_example_traced_equals_plain": 2,
    "tests/test_animations.py::test_animation_begins_and_ends_with_the_pictures_of_the_film_and_has_its_size": 2,
    "tests/tracer/test_cell_programs.py::test_program_with_cells_traced_equals_plain_after_each_cell": 2,
    "tests/tracer/test_cells.py::test_cells_end_as_in_ipython_traced_and_not": 2,
    "tests/film/test_cells.py::test_picture_of_a_failing_cell_is_that_of_its_diagnosis": 2,
    "tests/publish/test_sphinx.py::test_film_that_cannot_be_shown_fails_the_build_and_says_where": 2,
    "tests/publish/test_superfences.py::test_film_that_is_not_as_its_page_says_fails_the_build": 2,
    "tests/cluster/test_key_holder.py::test_holder_that_takes_no_jobs_reads_no_program_and_fails_no_run_of_others": 2,
    "tests/test_predictions.py::test_answer_of_a_question_is_what_plain_torch_does": 2,
    "tests/diagnose/test_forum.py::test_posted_program_is_told_as_it_is_and_its_fixes_run": 2,
    "tests/diagnose/test_births.py::test_birth_is_where_plain_torch_first_makes_such_a_number": 2,
    "tests/diagnose/test_births.py::test_birth_in_a_full_film_is_among_what_is_kept": 2,
    "tests/diagnose/test_growing.py::test_growing_program_states_what_plain_torch_keeps_and_its_fixes_end_it": 2,
    "tests/diagnose/test_fixes_of_non_finite.py::test_working_fix_ends_with_finite_gradients_that_stay_where_they_were_finite": 2,
    "tests/diagnose/test_realistic_programs.py::test_first_diagnosis_of_a_realistic_program_names_the_lines_of_the_table": 2,
    "tests/tracer/test_ending.py::test_error_after_many_steps_is_diagnosed_though_the_recording_stopped": 2,
    "tests/tracer/test_aliases.py::test_previews_grow_with_the_program_and_no_faster": 2,
    "tests/reading/test_bounds.py::test_work_for_a_hostile_text_grows_with_its_length_alone": 2,
    "tests/diagnose/test_ways_out.py::test_first_fix_of_a_posted_program_is_right_under_plain_torch": 2,
    "tests/diagnose/test_fixes_of_steps.py::test_fix_of_a_training_loop_is_tried_and_trains_like_a_program_mended_by_hand": 2,
    "tests/diagnose/test_births.py::test_anomaly_mode_names_the_same_line_where_nan_is_born_in_backward": 3,
    "tests/diagnose/test_bounds.py::test_ten_times_the_events_take_at_most_twelve_times_the_steps": 2,
    "tests/diagnose/test_realistic_programs.py::test_realistic_program_ends_under_plain_torch_as_the_table_says": 3,
    "tests/recording/test_corpus.py::test_failing_program_ends_as_plainly_and_its_three_lines_are_in_the_right_files": 3,
    "tests/recording/test_cells.py::test_program_is_recorded_cell_by_cell_and_each_failing_cell_is_diagnosed": 2,
    "tests/recording/test_coverage.py::test_coverage_of_a_recorded_program_is_that_of_the_program": 2,
    "tests/recording/test_debugger.py::test_script_that_the_command_runs_shows_pdb_the_frames_of_python_alone": 2,
    "tests/recording/test_projects.py::test_program_of_several_files_ends_as_under_python_and_its_film_names_the_right_lines": 2,
    "tests/recording/test_script.py::test_what_a_film_is_said_to_hold_depends_on_its_form_and_options": 4,
    "tests/recording/test_script.py::test_film_that_could_not_be_written_is_said_in_one_line_before_the_program_runs": 2,
    "tests/recording/test_script.py::test_film_holds_no_text_of_files_in_which_it_shows_no_event_and_the_command_says_what_it_holds": 2,
    "tests/recording/test_script.py::test_program_that_ends_in_an_unusual_way_ends_so": 4,
    "tests/recording/test_debugger.py::test_stack_that_pdb_shows_inside_a_hook_has_no_frames_of_the_recorder": 2,
    "tests/recording/test_debugger.py::test_pdb_that_stops_inside_a_block_shows_what_it_shows_without_it": 2,
    "tests/notebook/test_executed.py::test_output_plays_however_a_page_holds_it": 2,
    "tests/why/test_text.py::test_terminal_gets_lines_of_its_width_in_colours_that_are_read_on_black": 2,
    "tests/jail/test_time_and_memory.py::test_endless_snippet_is_stopped": 2,
    "tests/jail/test_limits.py::test_what_cannot_be_interrupted_leaves_the_film_up_to_there": 2,
    "tests/jail/test_limits.py::test_cpu_time_just_over_stops_and_keeps_the_film": 2,
    "tests/jail/test_limits.py::test_threads_with_small_stacks_are_bounded_as_well": 2,
    "tests/jail/test_limits.py::test_tmp_at_its_edge": 2,
    "tests/jail/test_identity.py::test_planted_secret_is_never_found": 2,
    "tests/jail/test_identity.py::test_search_for_a_secret_can_find_one": 2,
    "tests/jail/test_identity.py::test_gaining_powers_is_refused": 2,
    "tests/jail/test_start.py::test_health_lists_every_layer": 2,
    "tests/jail/test_time_and_memory.py::test_greedy_snippet_is_refused_memory": 2,
    "tests/jail/test_output.py::test_flood_is_stopped": 2,
    "tests/jail/test_torch.py::test_way_out_through_torch_is_refused": 2,
    "tests/jail/test_faults.py::test_waiting_child_killed_is_replaced": 2,
    "tests/jail/test_kernel.py::test_crash_replaces_the_zygote_and_every_child_of_it": 2,
    "tests/jail/test_processes.py::test_process_attack_is_refused": 2,
    "tests/jail/test_faults.py::test_server_killed_leaves_no_orphan": 2,
    "tests/sandbox/test_reader.py::test_forged_answer_ends_in_a_film_and_leaves_the_others_alone": 3,
    "tests/sandbox/test_unchecked.py::test_claims_about_stale_programs_are_what_the_engine_gives": 3,
    "tests/sandbox/test_unchecked.py::test_claims_are_what_the_engine_gives_when_edits_leave_counters_as_they_were": 2,
    "tests/sandbox/test_forged.py::test_forged_answer_is_refused_or_read_as_a_whole": 2,
    "tests/sandbox/test_forged.py::test_answer_grown_at_random_is_refused_or_read_as_a_whole": 2,
    "tests/sandbox/test_answer.py::test_bomb_of_sixteen_megabytes_is_refused_in_bounded_memory": 2,
    "tests/sandbox/test_reader.py::test_stored_film_that_cannot_be_read_says_so_and_costs_nobody_else_anything": 2,
    "tests/test_second_look.py::test_run_passes_with_a_few_unstable_tests_only": 2,
    "tests/test_second_look.py::test_test_that_passes_alone_is_listed_last_with_its_first_failure_and_the_run_passes": 2,
    "tests/api/test_connections.py::test_request_that_does_not_come_is_answered_408_in_time": 2,
    "tests/api/test_places.py::test_service_whose_folder_cannot_be_written_to_says_so_in_one_line_and_does_not_start": 2,
    "tests/cluster/test_health.py::test_runner_that_is_given_nothing_is_counted_apart": 2,
    "tests/store/test_silent.py::test_network_cut_to_the_database_is_told_in_time_and_it_works_again_afterwards": 2,
    "tests/api/test_prices.py::test_operation_asked_as_dearly_as_it_can_be_is_refused_in_the_end_and_others_are_answered_meanwhile": 2,
    "tests/api/test_stored_versions.py::test_film_of_schema_version_1_is_shown_in_every_form_at_its_step": 3,
    "tests/api/test_stored_versions.py::test_steps_of_a_film_of_schema_version_1_are_counted_as_before": 3,
    "tests/lessons/test_tasks.py::test_what_only_looks_like_a_solution_is_none": 2,
    "tests/test_second_look.py::test_error_that_no_test_of_the_page_caught_fails_the_run_though_the_failed_test_passes_alone": 2,
    "tests/browser/test_cell_editor.py::test_phone_has_the_buttons_of_each_cell_beside_its_title": 2,
    "tests/browser/test_code_follows_film.py::test_film_line_in_view_in_the_code_of_an_embed": 2,
    "tests/browser/test_code_follows_film.py::test_line_stays_in_view_where_a_diagnosis_comes_up_below_the_code": 2,
    "tests/browser/test_code_marks.py::test_badges_stand_in_their_margin_and_not_in_the_code": 2,
    "tests/browser/test_embed_cells.py::test_code_of_the_cell_alone_is_shown_with_its_own_line_numbers": 3,
    "tests/browser/test_embed_cells.py::test_height_that_is_published_is_the_one_that_the_cell_needs": 2,
    "tests/browser/test_embed.py::test_autoplay_starts_in_view_and_not_with_reduced_motion": 2,
    "tests/browser/test_embed.py::test_embed_without_scripts_shows_the_still_and_the_code": 2,
    "tests/browser/test_embed.py::test_view_chooses_the_panes": 4,
    "tests/browser/test_markup.py::test_hostile_addresses_execute_nothing": 2,
    "tests/browser/test_overview.py::test_texts_of_boxes_stand_out_from_them": 2,
    "tests/browser/test_story.py::test_failing_model_when_run_opens_on_edit_link_and_failing_node": 2,
    "tests/browser/test_embed.py::test_embed_without_a_theme_uses_the_color_scheme_of_the_reader": 2,
    "tests/browser/test_embed.py::test_graph_and_code_together_cut_no_line": 2,
    "tests/browser/test_embed_cells.py::test_embed_that_asks_for_no_cell_shows_the_whole_program": 2,
    "tests/browser/test_embed_pictures.py::test_controls_of_a_narrow_embed_keep_clear_of_one_another": 2,
    "tests/browser/test_embed_pictures.py::test_large_film_is_whole_on_a_phone_at_the_published_height": 2,
    "tests/browser/test_film_element.py::test_film_plays_in_the_page_of_a_generator_and_follows_its_theme": 3,
    "tests/browser/test_files.py::test_tabs_fit_a_phone": 2,
    "tests/browser/test_formulas.py::test_formulas_have_their_place_on_a_phone": 3,
    "tests/browser/test_large_films.py::test_large_film_has_a_picture_in_every_view": 2,
    "tests/browser/test_long_lines.py::test_way_out_with_a_long_name_ends_within_its_card": 2,
    "tests/browser/test_look.py::test_film_that_cannot_be_read_whole_begins_with_its_first_tensors_and_never_lies_under_the_tools": 2,
    "tests/browser/test_playground.py::test_film_without_a_tensor_says_why_and_has_no_timeline": 2,
    "tests/browser/test_look.py::test_long_program_leaves_room_for_what_is_wrong_with_it": 2,
    "tests/browser/test_look.py::test_tabs_of_the_inspector_are_whole_at_1440_pixels": 2,
    "tests/browser/test_look.py::test_longest_sentence_leaves_the_timeline_its_place": 2,
    "tests/browser/test_reading.py::test_text_that_is_large_foreign_or_hostile_has_a_card_that_says_what_it_is": 2,
    "tests/browser/test_views.py::test_selected_tensor_stays_in_its_place_as_far_as_the_borders_of_the_picture_allow": 2,
    "tests/browser/test_markup.py::test_film_of_hostile_text_executes_nothing_in_page_and_embed": 2,
    "tests/browser/test_markup.py::test_still_and_file_of_hostile_text_execute_nothing": 2,
    "tests/browser/test_notes.py::test_embed_is_whole_with_its_notes_at_its_published_height": 2,
    "tests/browser/test_paste.py::test_empty_editor_says_that_there_is_nothing_to_run": 2,
    "tests/browser/test_present.py::test_second_window_tells_the_speaker_what_to_say_and_what_comes_and_turns_the_film": 2,
    "tests/browser/test_reading.py::test_old_film_is_away_with_all_that_tells_about_it_while_an_error_is_read_and_comes_back": 2,
    "tests/browser/test_scrubber.py::test_fold_of_rounds_when_pressed_shows_them_and_folds_again": 2,
    "tests/browser/test_stills_as_shown.py::test_still_of_an_example_has_exactly_what_the_page_displays": 4,
    "tests/browser/test_story.py::test_small_failing_program_opens_with_edit_link_and_node_in_view_and_readable": 3,
    "tests/browser/test_story.py::test_texts_of_a_story_at_rest_are_large_enough_to_read": 2,
    "tests/browser/test_strange_films.py::test_film_that_is_hard_to_draw_has_a_picture": 2,
    "tests/browser/test_strange_films.py::test_forged_film_in_a_file_has_a_picture": 2,
    "tests/browser/test_strange_films.py::test_forged_film_in_the_playground_has_a_picture": 2,
    "tests/browser/test_strange_films.py::test_still_of_a_forged_film_is_a_picture": 3,
    "tests/browser/test_strange_films.py::test_still_of_a_film_that_is_hard_to_draw_is_a_picture": 3,
}
"""Functions of tests with many programs → n: of those that are not long, the first of each kind, which an id has before a slash, and each
n-th after it always run."""


def mark(items: Iterable[pytest.Item]) -> None:
    """Mark what the two lists name. A test that is collected by its name is the first of its kind, and so runs."""
    prefixes = tuple(start for starts in LONG.values() for start in starts)
    seen: Counter[str] = Counter()
    for item in items:
        function, _, parameters = item.nodeid.partition("[")
        number = EACH_NTH.get(function, 1)
        kind = function + parameters.rpartition("/")[0]
        if item.get_closest_marker("long"):
            continue
        if seen[kind] % number or function in prefixes or function.partition("::")[0] in prefixes:
            item.add_marker(pytest.mark.long)
        seen[kind] += 1


def unknown(root: Path) -> list[str]:
    """Entries of the lists that name no test."""
    entries: Sequence[str] = [*EACH_NTH, *(start for starts in LONG.values() for start in starts)]
    return [entry for entry in entries if not _is_there(root, *entry.split("::"))]


def _is_there(root: Path, path: str, name: str = "") -> bool:
    return (root / path).is_file() and (not name or re.search(rf"^(?:async )?def {name}\(", (root / path).read_text(), re.M) is not None)


def some_of_each(values: Iterable[T], kind: Callable[[T], Hashable], count: int = 1) -> list[pytest.ParameterSet]:
    """Parameters of a test: the first ``count`` of each kind always run, the others are long. A tuple has a value for each argument."""
    seen: Counter[Hashable] = Counter()
    found = []
    for value in values:
        seen[kind(value)] += 1
        found.append(_parameter(value, long=seen[kind(value)] > count))
    return found


def every_nth(values: Iterable[T], n: int) -> list[pytest.ParameterSet]:
    """Parameters of a test, of which each ``n``-th always runs and the others are long: for corpora whose neighbours are alike."""
    return [_parameter(value, long=number % n != 0) for number, value in enumerate(values)]


def _parameter(value: object, long: bool) -> pytest.ParameterSet:
    values = value if isinstance(value, tuple) else (value,)
    return pytest.param(*values, marks=(pytest.mark.long,) if long else ())
