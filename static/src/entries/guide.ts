/** The guide to embedding: a page of text with live films in it; their heights are set as in any other article. */
import "../../styles/guide.css";
